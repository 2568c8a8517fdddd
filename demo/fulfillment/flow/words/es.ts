import type { FlowWords } from "../words.ts";

const ASK = "Consulte a quien se la envió.";
const NO_CODE = "El enlace ya no lleva a ningún código.";

export const words: FlowWords = {
  from: (client) => `Una recompensa de ${client}`,
  ready: {
    title: "Su recompensa está lista",
    text: "Obtenga el código cuando quiera usarlo. Una vez creado, la recompensa ya no se puede cancelar.",
  },
  open: "Obtener mi código",
  notNow: {
    title: "Ahora no es posible",
    text: "No se pudo crear su código. No ha perdido nada: inténtelo de nuevo más tarde.",
  },
  opened: {
    title: "Aquí tiene su recompensa",
    text: "Puede volver a esta página con el mismo enlace.",
  },
  copy: "Copiar",
  copied: "Copiado",
  notCopied: "No se copió: seleccione el código y cópielo",
  barcode: "Código de barras",
  qrcode: "Código QR para escanear",
  validUntil: "Válida hasta el",
  document: "Tarjeta para imprimir (PDF)",
  howToUse: "Cómo usarla",
  important: "Conviene saber",
  terms: "Términos y condiciones",
  sender: "De parte de",
  card: (brand) => `Su tarjeta en ${brand}`,
  cardText: "Está lista para usarse. Esta marca es inventada: aquí le recibiría una de verdad.",
  access: "Código de acceso",
  show: "Mostrar mi tarjeta",
  wrongAccess: "Ese no es el código de acceso. Está junto al enlace.",
  reference: "Referencia",
  testing: "Prueba",
  deadEnds: {
    booked: {
      title: "Aún no está lista",
      text: "Por ahora esta recompensa solo está reservada. Vuelva más tarde.",
    },
    failed: {
      title: "Algo salió mal",
      text: "No se pudo entregar la recompensa. Quien se la envió puede intentarlo de nuevo.",
    },
    denied: { title: "Esta recompensa fue rechazada", text: ASK },
    blocked: { title: "Esta recompensa está bloqueada", text: ASK },
    refunded: {
      title: "Esta recompensa fue reembolsada",
      text: "Se devolvió, y su código ya no se muestra aquí.",
    },
    canceled: { title: "Esta recompensa fue cancelada", text: NO_CODE },
    expired: { title: "Esta recompensa ha caducado", text: NO_CODE },
    other: { title: "Esta recompensa no está disponible", text: ASK },
    no_key: { title: "Este enlace está incompleto", text: "Abra el enlace entero, tal como lo recibió." },
    no_page: { title: "Aquí no hay nada", text: "Revise el enlace que recibió." },
  },
};
