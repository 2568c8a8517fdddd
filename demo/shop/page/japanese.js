/** The shop's texts in Japanese. */
export const JAPANESE = {
  title: "お客様の特典 · Linden Club",
  skip: "特典へ移動",
  nav: "メインナビゲーション",
  nav_rewards: "特典",
  nav_account: "マイページ",
  points: "ポイント",

  offer_until: "会員特典 受付期限：",
  welcome: "Maraさん、ありがとうございます。感謝を込めて。",
  welcome_back: "Maraさん、いつもありがとうございます。",
  welcome_more:
    "ご入会から3年、また1万ポイントがたまりました。お好きなお店のギフトカードを1枚お選びください。",

  reward: "ギフトカードのプレゼント",
  offline: "ショップに接続できません。接続を確認して、もう一度お試しください。",
  refused: "現在、特典を表示できません。しばらくしてからもう一度お試しください。",
  try_again: "再試行",

  earn_lead: "町の加盟店は40店。カードのご提示で、翌朝にはポイントが加算されます。",

  account: "マイページ",
  level: "シルバーリーフ",
  next_level: "ポイントでゴールドリーフ",
  activity: "最近のご利用",
  collected: "ギフトカード（受け取り済み）",
  weekly_shop: "Corner Grocer 週末のお買い物",
  bike_service: "Spoke & Son 自転車点検",
  birthday: "お誕生日ポイント",
  spring_gift: "園芸店の商品券",

  footer: "ご近所のお店の共通カード",
  invented:
    "これはデモです。ショップ、会員、ブランド、コードはすべて架空のもので、特典を実際に使うことはできません。",
};
