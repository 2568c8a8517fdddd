import type { FlowWords } from "../words.ts";

const ASK = "送り主にお問い合わせください。";
const NO_CODE = "このリンクからコードを受け取ることはできません。";

export const words: FlowWords = {
  from: (client) => `${client}からの特典`,
  ready: {
    title: "特典をお受け取りいただけます",
    text: "ご利用になるときにコードを受け取ってください。コードの発行後は、特典を取り消すことはできません。",
  },
  open: "コードを受け取る",
  notNow: {
    title: "現在お受け取りいただけません",
    text: "コードを発行できませんでした。特典は失われていません。しばらくしてからもう一度お試しください。",
  },
  opened: { title: "特典はこちらです", text: "同じリンクから、いつでもこのページに戻れます。" },
  copy: "コピー",
  copied: "コピーしました",
  notCopied: "コピーできませんでした。コードを選択してコピーしてください",
  barcode: "読み取り用バーコード",
  qrcode: "読み取り用QRコード",
  validUntil: "有効期限：",
  document: "印刷用カード（PDF）",
  howToUse: "ご利用方法",
  important: "ご確認ください",
  terms: "利用規約",
  sender: "送り主：",
  card: (brand) => `${brand}のカード`,
  cardText: "すぐにご利用いただけます。このブランドは架空のもので、実際にはブランドのページが表示されます。",
  access: "アクセスコード",
  show: "カードを表示",
  wrongAccess: "アクセスコードが違います。リンクの横に記載されています。",
  reference: "受付番号：",
  testing: "テスト",
  deadEnds: {
    booked: {
      title: "まだ準備ができていません",
      text: "この特典は、まだお取り置きの状態です。後ほどあらためてご確認ください。",
    },
    failed: {
      title: "うまくいきませんでした",
      text: "特典をお届けできませんでした。送り主が手続きをやり直すことができます。",
    },
    denied: { title: "この特典は認められませんでした", text: ASK },
    blocked: { title: "この特典は停止されています", text: ASK },
    refunded: {
      title: "この特典は払い戻されました",
      text: "特典は返却されたため、コードはここに表示されません。",
    },
    canceled: { title: "この特典は取り消されました", text: NO_CODE },
    expired: { title: "この特典は有効期限が切れています", text: NO_CODE },
    other: { title: "この特典はご利用いただけません", text: ASK },
    no_key: { title: "リンクが不完全です", text: "お受け取りになったリンク全体を開いてください。" },
    no_page: { title: "ページが見つかりません", text: "お受け取りになったリンクをご確認ください。" },
  },
};
