export default defineNuxtConfig({
  vue: { compilerOptions: { isCustomElement: (tag) => tag === "reward-redemption" } },
});
