// The page's words in the chosen language.
const { words, languages, local } = window.AURICLE;

export const page = { language: document.documentElement.lang };

export function say(name, slots = {}) {
  let text = words[page.language][name] ?? words[languages[0].code][name] ?? "";
  for (const [slot, value] of Object.entries(slots)) text = text.replaceAll(`{${slot}}`, value);
  return text;
}

// data-w: text, data-l: accessible name, data-p: placeholder.
export function label(root) {
  for (const element of root.querySelectorAll("[data-w]")) element.textContent = say(element.dataset.w);
  for (const element of root.querySelectorAll("[data-l]")) element.setAttribute("aria-label", say(element.dataset.l));
  for (const element of root.querySelectorAll("[data-p]")) element.placeholder = say(element.dataset.p);
  root.querySelector("#local").textContent = say(local ? "local" : "leaves");
  root.querySelector("#notice").textContent = say("not-doctor");
}

export function setLanguage(root, chosen) {
  const language = languages.find(({ code }) => code === chosen) ?? languages.find(({ code }) => code === window.AURICLE.own);
  page.language = language.code;
  document.documentElement.lang = language.code;
  document.documentElement.dir = language.dir;
  label(root);
}

// Seconds as the eye reads them: 0.0412 → "41 ms", 1.234 → "1.2 s"; SI symbols, which every language shares, in the page's own figures.
export function duration(seconds) {
  if (seconds < 0.001) return `<\u00a0${duration(0.001)}`;
  const [value, unit, digits] = seconds < 0.1 ? [seconds * 1000, "ms", 0] : [seconds, "s", 1];
  return `${new Intl.NumberFormat(page.language, { maximumFractionDigits: digits }).format(value)}\u00a0${unit}`;
}
