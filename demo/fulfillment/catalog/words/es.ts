/** The texts of rewards in Spanish. */
import type { RewardWords } from "../texts.ts";

export const words: RewardWords = {
  where: {
    online: (brand) => `en la web y en la aplicación de ${brand}`,
    stores: (brand) => `en todas las tiendas ${brand}`,
    both: (brand) => `en línea y en todas las tiendas ${brand}`,
  },
  stop: ". ",
  usable: (brand, where) => `La tarjeta regalo de ${brand} se puede usar ${where}.`,
  endless: "No caduca.",
  days: (days) => `Se puede usar durante ${days} días desde su emisión.`,
  lost: "No se canjea por dinero ni se repone en caso de pérdida.\nSe pueden usar varias tarjetas en una misma compra.",
  invented: (brand) => `${brand} es una marca inventada; con esta tarjeta no se compra nada.`,
  pin: "El PIN se pide en cada pago. No lo comparta.",
  cash: "Trate esta tarjeta como si fuera dinero en efectivo.",
  valid: (where) => `Válida ${where}.`,
  notOnline: "No es válida para pedidos en línea.",
  notCards: "No sirve para comprar otras tarjetas regalo.",
  steps: {
    primary: [
      "Elija lo que quiera comprar.",
      "Introduzca o muestre el número antes de pagar.",
      "El saldo restante queda en la tarjeta para la próxima vez.",
    ],
    url: [
      "Abra el enlace en el móvil o en el ordenador.",
      "Inicie sesión o continúe como invitado.",
      "El importe se añade solo a su cesta.",
    ],
    security_url: [
      "Abra el enlace.",
      "Escriba el código de acceso que lo acompaña.",
      "Guarde la tarjeta en el móvil o imprímala.",
    ],
  },
  brands: {
    KESTROW: {
      trade: "Electrónica",
      sells: "Auriculares, pantallas, cargadores y gente que sabe lo que vende.",
    },
    OATVANE: {
      trade: "Café y panadería",
      sells:
        "Cafés tostados en pequeñas tandas, flat white con avena y rollos de canela hasta agotar existencias.",
    },
    CINDERGATE: { trade: "Restaurantes", sells: "Pizza al horno de leña, en la mesa o para llevar." },
    VELMORA: {
      trade: "Moda",
      sells: "Vestidos cómodos, punto suave y prendas que sobreviven a cualquier maleta.",
    },
    PLUMVALE: {
      trade: "Alimentación",
      sells: "Fruta, pan, queso y todo para esta noche, de granjas cercanas.",
    },
    QUILLMARSH: {
      trade: "Libros y papelería",
      sells: "Novelas, mapas, cuadernos y un sillón de lectura en cada tienda.",
    },
    TUNDREL: { trade: "Música en streaming", sells: "Toda la música con la máxima calidad y sin anuncios." },
    TARNWELL: {
      trade: "Montaña y senderismo",
      sells: "Tiendas de campaña, botas y chaquetas con reparación gratuita de por vida.",
    },
    RIVOLANE: { trade: "Cine", sells: "Once salas con butacas de terciopelo y palomitas de verdad." },
    WINDLEFARE: { trade: "Viajes", sells: "Trenes, ferris y pequeños hoteles reunidos en un solo viaje." },
    SKARNSEE: { trade: "Bienestar", sells: "Saunas junto al lago, baños fríos y tardes sin prisa." },
    GLIMTREE: {
      trade: "Donaciones",
      sells: "Plante árboles, limpie playas o financie una biblioteca escolar.",
    },
  },
};
