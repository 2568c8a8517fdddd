/** The shop's texts in Spanish. */
export const SPANISH = {
  title: "Su recompensa · Linden Club",
  skip: "Ir a su recompensa",
  nav: "Navegación principal",
  nav_rewards: "Recompensas",
  nav_account: "Cuenta",
  points: "puntos",

  offer_until: "Oferta para socios hasta el",
  welcome: "Gracias, Mara. Dese un capricho.",
  welcome_back: "Nos alegra verla, Mara.",
  welcome_more:
    "Tres años con nosotros y otros diez mil puntos. Elija una tarjeta regalo de las tiendas que más le gustan.",

  reward: "Su tarjeta regalo",
  offline: "No se puede conectar con la tienda. Revise su conexión e inténtelo de nuevo.",
  refused: "Ahora no podemos mostrar su recompensa. Inténtelo de nuevo en un momento.",
  try_again: "Reintentar",

  earn_lead: "Cuarenta comercios en su ciudad. Muestre su tarjeta y tendrá los puntos a la mañana siguiente.",

  account: "Su cuenta",
  level: "Hoja de Plata",
  next_level: "puntos para la Hoja de Oro",
  activity: "Últimos movimientos",
  collected: "Tarjeta regalo, recogida",
  weekly_shop: "Corner Grocer, compra semanal",
  bike_service: "Spoke & Son, revisión de bicicleta",
  birthday: "Puntos de cumpleaños",
  spring_gift: "Vale para el vivero",

  footer: "La tarjeta de las tiendas de su barrio.",
  invented:
    "Una demostración: la tienda, la socia, las marcas y los códigos son inventados, y ninguna recompensa se puede canjear.",
};
