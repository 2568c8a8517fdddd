/** The shop's texts in Spanish. */
export const SPANISH = {
  title: "Su recompensa · Linden Club",
  skip: "Ir a su recompensa",
  nav: "Navegación principal",
  nav_rewards: "Recompensas",
  nav_account: "Cuenta",
  nav_earn: "Sumar puntos",
  points: "puntos",

  offer_until: "Oferta para socios hasta el",
  welcome: "Gracias, Mara. Dese un capricho.",
  welcome_back: "Nos alegra verla, Mara.",
  welcome_more:
    "Tres años con nosotros y otros diez mil puntos. Elija una tarjeta regalo de las tiendas que más le gustan.",

  reward: "Su tarjeta regalo",
  reward_lead: "Nada es definitivo hasta que usted confirme.",
  offline: "No se puede conectar con la tienda. Revise su conexión e inténtelo de nuevo.",
  refused: "Ahora no podemos mostrar su recompensa. Inténtelo de nuevo en un momento.",
  try_again: "Reintentar",

  earn: "Sume puntos a la vuelta de la esquina",
  earn_lead: "Cuarenta comercios en su ciudad. Muestre su tarjeta y tendrá los puntos a la mañana siguiente.",
  grocer: "Calle de los Tilos, 4",
  grocer_bonus: "2 puntos por dólar",
  bikes: "Plaza del Mercado, 11",
  bikes_bonus: "200 puntos por cada revisión de su bicicleta",
  bakery: "Paseo del Puerto, 2",
  bakery_bonus: "Puntos dobles antes de las nueve",

  account: "Su cuenta",
  level: "Hoja de Plata",
  next_level: "puntos para la Hoja de Oro",
  activity: "Últimos movimientos",
  collected: "Tarjeta regalo, recogida",
  weekly_shop: "Corner Grocer, compra semanal",
  bike_service: "Spoke & Son, revisión de bicicleta",
  birthday: "Puntos de cumpleaños",
  spring_gift: "Vale para el vivero",
  benefits: "Ventajas de la Hoja de Plata",
  benefit_points: "Un punto por dólar en todos los comercios",
  benefit_gift: "Un dólar en tarjetas regalo por cada cien puntos",
  benefit_points_stay: "Puntos que no caducan",

  footer: "La tarjeta de las tiendas de su barrio.",
  invented:
    "Una demostración: la tienda, la socia, las marcas y los códigos son inventados, y ninguna recompensa se puede canjear.",
};
