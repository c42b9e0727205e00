// The conversation on the page: questions, replies with captions, sources, the feeling, and the trace beside them.
// Everything that comes from people or models is set as text, never as HTML.
import { duration, page, say } from "./words.js";

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "text") element.textContent = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// A number stays on the line of its unit: "7 h", "51 min".
const kept = (text) => text.replace(/(\d) (?=\p{L}{1,4}(?!\p{L}))/gu, "$1\u00a0");

export class Turn {
  // asks: { repeat(turn), slower(turn) }
  constructor(talk, id, asks) {
    this.talk = talk;
    this.id = id;
    this.asks = asks;
    this.pieces = [];
    this.sentences = [];
  }

  question(text, language, pictures = []) {
    if (!this.asked) {
      this.words = make("span");
      const thumbs = pictures.map(({ url, name }) => make("img", { class: "thumb", src: url, alt: say("picture-with", { name }) }));
      const bubble = make("div", { class: "bubble" }, make("span", { class: "unseen", text: `${say("you")}: ` }), ...thumbs, this.words);
      this.asked = make("div", { class: "turn me" }, bubble);
      this.talk.append(this.asked);
    }
    this.words.textContent = text;
    this.words.classList.toggle("waiting", text === "…");
    if (language) this.words.lang = language;
    this.show(this.asked);
  }

  sentence(text) {
    if (!this.reply) {
      this.text = make("div", { class: "text" });
      this.bubble = make("div", { class: "bubble" }, make("span", { class: "unseen", text: "Auricle: " }), this.text);
      this.reply = make("div", { class: "turn it" }, this.bubble);
      if (this.language) this.text.lang = this.language;
      this.talk.append(this.reply);
    }
    const span = make("span", { class: "said", text: kept(text) });
    if (this.sentences.length) this.text.append(" ");
    this.text.append(span);
    this.sentences.push(span);
    this.show(this.reply);
  }

  caption(now) {
    this.text?.classList.toggle("talking", now !== null);
    this.sentences.forEach((span, index) => {
      span.classList.toggle("now", index === now);
      span.classList.toggle("heard", now !== null && index < now);
    });
  }

  feeling(name) {
    const offer = make("p", { class: "feeling" });
    const no = make("button", { type: "button", class: "chip", text: say("feeling-no"), onclick: () => { offer.textContent = say("feeling-dropped"); } });
    offer.append(make("span", { text: say(`feeling-${name}`) }), no);
    this.offer = offer;
    this.asked?.append(offer);
  }

  // In an emergency nobody is asked how they feel.
  withdrawFeeling() {
    this.offer?.remove();
  }

  finish({ sources, language }) {
    if (!this.reply) return;
    this.text.lang = language;
    if (this.pieces.length) {
      const slower = make("button", { type: "button", class: "chip", "aria-pressed": String(this.asks.slow()), text: say("slower") });
      slower.addEventListener("click", () => this.asks.slower(this));
      const repeat = make("button", { type: "button", class: "chip", text: `↻ ${say("repeat")}`, onclick: () => this.asks.repeat(this) });
      this.bubble.append(make("div", { class: "acts" }, repeat, slower));
    }
    if (sources.length) {
      const named = sources.map(({ title, url }) =>
        url ? make("a", { href: url, target: "_blank", rel: "noreferrer noopener", text: title }) : make("span", { text: title }));
      this.bubble.append(make("div", { class: "sources" }, make("span", { text: `${say("sources")}:` }), ...named));
    }
    this.show(this.reply);
  }

  // The chart of the days that the reply is about, and the same as a table for those who want or need one.
  figure({ picture, alt, summary, tables, show, language }) {
    if (!this.reply) return;
    const cells = ([first, ...rest]) => make("tr", {}, make("th", { scope: "row", text: first }), ...rest.map((text) => make("td", { text })));
    const grids = make("div", { class: "grids", hidden: "" }, ...tables.map(({ caption, head, rows }) =>
      make("table", {}, make("caption", { text: caption }),
        make("thead", {}, make("tr", {}, ...head.map((text) => make("th", { scope: "col", text })))),
        make("tbody", {}, ...rows.map(cells)))));
    const button = make("button", { type: "button", class: "chip", "aria-expanded": "false", text: show });
    button.addEventListener("click", () => {
      grids.hidden = !grids.hidden;
      button.setAttribute("aria-expanded", String(!grids.hidden));
    });
    this.bubble.append(make("figure", { class: "chart", lang: language },
      make("img", { src: picture, alt }), make("figcaption", { text: summary }), button, grids));
    this.show(this.reply);
  }

  // A turn that gave no reply leaves its question with one line below it.
  fail(text) {
    this.asked?.append(make("p", { class: "meta", text }));
  }

  show(element) {
    element.scrollIntoView({ block: "end" });
  }
}

export function showTrace(list, empty, lines) {
  list.replaceChildren(...lines.map(({ stage, title, detail, seconds }) => {
    const time = seconds === null ? "" : duration(seconds);
    return make("li", { class: stage === "result" ? "result" : "", "data-stage": stage },
      make("b", { text: title }), make("span", { text: kept([detail, time].filter(Boolean).join(" · ")) }));
  }));
  list.lang = page.language;
  empty.hidden = lines.length > 0;
}
