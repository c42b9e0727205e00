// Before anything is painted: the page's language and direction.
(() => {
  const { languages } = window.AURICLE;
  let chosen = "auto";
  try { chosen = localStorage.getItem("auricle-language") || "auto"; } catch { /* storage is off: the choice lasts as long as the page */ }
  const known = (code) => languages.find((language) => language.code === code);
  const own = (navigator.languages || []).map((code) => code.slice(0, 2).toLowerCase()).find(known);
  const page = known(chosen) || known(own) || languages[0];
  if (!known(chosen)) chosen = "auto";
  window.AURICLE.chosen = chosen;
  window.AURICLE.own = (known(own) || languages[0]).code;
  document.documentElement.lang = page.code;
  document.documentElement.dir = page.dir;
})();
