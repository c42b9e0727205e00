// The Talk page: what the buttons do, and what is shown when the assistant says something.
import { Line } from "./line.js";
import { Microphone } from "./microphone.js";
import { Mouth } from "./mouth.js";
import { Turn, make, showTrace } from "./conversation.js";
import { say, setLanguage } from "./words.js";

const HOLD = 450; // ms; a longer press is "hold to talk", a shorter one "press to start, press to stop"
const LONGEST = 60_000; // ms of one question
const LARGEST_PICTURE = 30_000_000; // bytes
const SETTINGS = window.AURICLE;

export function start(root) {
  const $ = (id) => root.querySelector(`#${id}`);
  const app = root.querySelector(".app");
  const turns = new Map();
  const narrow = matchMedia("(max-width:1080px)");
  let state = "connecting";
  let open = null; // the turn that is being worked on
  let question = null; // what was asked last, kept until it is answered: { text | sound, turn }
  let recording = null; // PCM of the question that is being spoken
  let pressed = 0; // when the press that began listening began
  let pictures = []; // { key, name, url } that wait for the next question

  // — state, in words, colour and shape —

  function enter(next) {
    state = next;
    app.dataset.state = next;
    $("state").textContent = say(`state-${next}`);
    const name = { listening: "talk-send", thinking: "talk-cancel", speaking: "talk" }[next] ?? "talk";
    $("mic").dataset.l = name;
    $("mic").setAttribute("aria-label", say(name));
  }

  function settle() {
    enter(!line.ready ? "lost" : open ? "thinking" : mouth.speaking ? "speaking" : "ready");
  }

  function trouble(text, retry = false) {
    $("trouble").hidden = !text;
    $("trouble").querySelector("span").textContent = text;
    $("trouble").querySelector("button").hidden = !retry;
  }

  // — asking —

  function ask(asked) {
    if (!line.ready) {
      if (asked.text !== undefined) $("text").value = asked.text;
      question = asked;
      trouble(say("error-lost"), true);
      return;
    }
    mouth.stop();
    settleCaptions();
    trouble("");
    $("greeting").hidden = true;
    question = { ...asked, turn: crypto.randomUUID() };
    open = question.turn;
    const turn = new Turn($("talk"), open, { repeat, slower, slow: () => mouth.slow });
    turns.set(open, turn);
    showTrace($("steps"), $("how-empty"), []); // the old answer's steps would seem to be this one's
    turn.question(asked.text ?? "…", undefined, pictures);
    const language = $("language").value === "auto" ? null : $("language").value;
    if (asked.text !== undefined) {
      line.send({ type: "conversation.item.create", turn: open, text: asked.text, language });
    } else {
      if (asked.resend) {
        line.send({ type: "input_audio_buffer.clear" });
        asked.sound.forEach((pcm) => line.send(pcm));
      }
      line.send({ type: "input_audio_buffer.commit", turn: open, language });
    }
    enter("thinking");
  }

  function askText() {
    const text = $("text").value.trim();
    if (!text) return trouble(say("error-blank"));
    $("text").value = "";
    ask({ text });
  }

  function retry() {
    if (!question) return;
    if (question.text !== undefined && $("text").value.trim() === question.text) $("text").value = "";
    ask({ text: question.text, sound: question.sound, resend: true });
  }

  function cancel() {
    if (open) {
      line.send({ type: "response.cancel" });
      turns.get(open).fail(say("stopped"));
      open = null;
    }
    mouth.stop();
    settleCaptions();
    settle();
  }

  function settleCaptions() {
    for (const turn of turns.values()) turn.caption(null);
  }

  // — listening —

  const microphone = new Microphone((pcm, level) => {
    if (!recording) return;
    recording.push(pcm.slice(0));
    if (line.ready) line.send(pcm);
    $("mic").style.setProperty("--level", level.toFixed(2));
  });
  let longest;

  async function listen() {
    if (!line.ready) return trouble(say("error-lost"));
    mouth.stop();
    settleCaptions();
    trouble("");
    enter("opening");
    line.send({ type: "input_audio_buffer.clear" });
    recording = [];
    try {
      await microphone.open();
    } catch (error) {
      recording = null;
      settle();
      trouble(say({ NotAllowedError: "error-denied", SecurityError: "error-denied", NotFoundError: "error-missing" }[error.name] ?? "error-microphone"));
      return;
    }
    if (!recording) return microphone.release(); // Escape came while the browser was asking
    enter("listening");
    longest = setTimeout(() => { trouble(say("error-long")); finishListening(true); }, LONGEST);
  }

  async function finishListening(keepTrouble = false) {
    clearTimeout(longest);
    if (state !== "listening") return;
    enter("thinking");
    const note = keepTrouble ? $("trouble").querySelector("span").textContent : "";
    await microphone.close();
    const sound = recording;
    recording = null;
    ask({ sound });
    if (note) trouble(note);
  }

  function discard() {
    clearTimeout(longest);
    recording = null;
    microphone.release();
    if (line.ready) line.send({ type: "input_audio_buffer.clear" });
    settle();
  }

  // — the one big button —

  function press() {
    if (state === "listening") return finishListening();
    if (state === "opening") return undefined;
    if (state === "thinking") return cancel();
    pressed = performance.now();
    return listen();
  }

  function release() {
    if (state === "listening" && pressed && performance.now() - pressed > HOLD) finishListening();
    pressed = 0;
  }

  const mic = $("mic");
  mic.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    mic.setPointerCapture(event.pointerId);
    press();
  });
  mic.addEventListener("pointerup", release);
  mic.addEventListener("pointercancel", release);
  mic.addEventListener("contextmenu", (event) => event.preventDefault());
  mic.addEventListener("click", (event) => { if (event.detail === 0) press(); }); // a screen reader's click has no pointer

  const typing = (target) => target.closest?.("input, textarea, select, button, a, summary, [contenteditable]") && target !== mic;
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      if (state === "listening" || state === "opening") discard();
      else if (state === "thinking" || state === "speaking") cancel();
      else if (narrow.matches && $("how").open) $("how").open = false;
      else trouble("");
      return;
    }
    if (event.code !== "Space" || typing(event.target) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    if (!event.repeat) press();
  });
  document.addEventListener("keyup", (event) => {
    if (event.code !== "Space" || typing(event.target)) return;
    event.preventDefault(); // or the focused button would click as well
    release();
  });

  $("discard").addEventListener("click", () => { discard(); mic.focus(); });
  $("alarm").querySelector("button").addEventListener("click", () => { $("alarm").hidden = true; mic.focus(); });

  // — typing, language, pictures —

  $("dock").addEventListener("submit", (event) => { event.preventDefault(); askText(); });
  for (const example of root.querySelectorAll(".examples button")) example.addEventListener("click", () => ask({ text: example.textContent }));
  $("trouble").querySelector("button").addEventListener("click", retry);

  const choice = $("language");
  choice.append(make("option", { value: "auto" }), ...SETTINGS.languages.map(({ code, name }) => make("option", { value: code, lang: code, text: name[0].toUpperCase() + name.slice(1) })));
  choice.value = SETTINGS.chosen;
  choice.addEventListener("change", () => {
    try { localStorage.setItem("auricle-language", choice.value); } catch { /* storage is off */ }
    speak(choice.value);
  });

  function speak(chosen) {
    setLanguage(root, chosen);
    choice.options[0].textContent = say("language-auto");
    enter(state);
    showPictures();
  }

  function addPictures(files) {
    for (const file of files) {
      if (!file.type.startsWith("image/") || file.size > LARGEST_PICTURE) trouble(say("error-picture"));
      else if (!line.ready) trouble(say("error-lost"));
      else {
        pictures.push({ name: file.name, url: URL.createObjectURL(file), key: null });
        line.send({ type: "picture.add", name: file.name.slice(-200) });
        line.send(file);
      }
    }
    $("file").value = "";
    showPictures();
  }

  function removePicture(picture) {
    pictures = pictures.filter((other) => other !== picture);
    if (picture.key) line.send({ type: "picture.remove", key: picture.key });
    showPictures();
  }

  function showPictures() {
    $("pictures").hidden = pictures.length === 0;
    $("pictures").replaceChildren(...pictures.map((picture) => make("li", {},
      make("img", { src: picture.url, alt: "" }), make("span", { text: picture.name }),
      make("button", { type: "button", "aria-label": say("picture-remove", { name: picture.name }), text: "✕", onclick: () => removePicture(picture) }))));
  }

  $("picture").addEventListener("click", () => $("file").click());
  $("file").addEventListener("change", () => addPictures($("file").files));
  const dropping = (event) => event.dataTransfer?.types.includes("Files");
  document.addEventListener("dragover", (event) => { if (dropping(event)) { event.preventDefault(); $("drop").hidden = false; } });
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) $("drop").hidden = true; });
  document.addEventListener("drop", (event) => {
    if (!dropping(event)) return;
    event.preventDefault();
    $("drop").hidden = true;
    addPictures(event.dataTransfer.files);
  });
  document.addEventListener("paste", (event) => { if (event.clipboardData?.files.length) addPictures(event.clipboardData.files); });

  // — hearing the reply —

  const mouth = new Mouth($("voice"), {
    saying: (id, sentence) => { turns.get(id)?.caption(sentence); if (state !== "listening" && state !== "opening") enter("speaking"); },
    done: (id) => { turns.get(id)?.caption(null); if (state === "speaking") settle(); },
    blocked: (id) => { turns.get(id)?.caption(null); settle(); trouble(say("error-play")); },
  });

  function repeat(turn) {
    settleCaptions();
    mouth.begin(turn.id, turn.pieces, true);
  }

  function slower(turn) {
    mouth.setSlow(!mouth.slow);
    for (const button of root.querySelectorAll(".acts [aria-pressed]")) button.setAttribute("aria-pressed", String(mouth.slow));
    if (mouth.slow && !mouth.speaking) repeat(turn);
  }

  // — what the assistant says —

  const hear = {
    "response.created": () => {},
    "input_audio_buffer.committed": () => {},
    "conversation.item.input_audio_transcription.completed": ({ turn, transcript, language }) => {
      const shown = turns.get(turn);
      shown.language = language;
      shown.question(transcript || "…", language);
      if (!transcript) shown.asked.hidden = true;
      mouth.begin(turn);
    },
    feeling: ({ turn, label }) => turns.get(turn)?.feeling(label),
    alarm: ({ turn, urgency, numbers }) => {
      turns.get(turn)?.withdrawFeeling();
      const alarm = $("alarm");
      if (narrow.matches) $("how").open = false; // on a phone it would stand over the reply
      alarm.hidden = false; // first shown, then filled: screen readers read what changes in a visible alert
      alarm.querySelector("strong").textContent = say(urgency);
      alarm.querySelector(".calls").replaceChildren(...numbers.map((number) =>
        make("a", { href: `tel:${number.replace(/[^*+\d]/g, "")}`, text: say("call", { number }) })));
    },
    "response.output_text.delta": ({ turn, text }) => turns.get(turn)?.sentence(text),
    "response.output_audio.delta": ({ turn, sentence }, sound) => {
      const piece = { sound, sentence };
      turns.get(turn)?.pieces.push(piece);
      mouth.add(turn, piece);
    },
    "response.done": (message) => {
      const turn = turns.get(message.turn);
      const current = open === message.turn;
      if (current) open = null;
      if (message.status === "completed") {
        turn.finish(message);
        showTrace($("steps"), $("how-empty"), message.trace);
        mouth.finish(message.turn);
        if (message.mute) trouble(say("error-mute"));
        question = null;
        pictures = [];
        showPictures();
      } else if (message.status === "failed" && current) {
        mouth.stop();
        giveBack(message.code === "refused" ? message.message : say(`error-${message.code}`));
      }
      if (current && !["listening", "opening"].includes(state)) settle();
    },
    "response.figure": ({ turn, ...figure }) => turns.get(turn)?.figure(figure),
    error: ({ code, turn, message, name }) => {
      if (code === "picture") {
        pictures = pictures.filter((picture) => picture.key || picture.name !== name);
        showPictures();
      }
      if (turn && turn === open) {
        open = null;
        turns.get(turn).asked.remove();
        settle();
      }
      trouble(code === "usage" || code === "busy" ? message : say(`error-${code}`));
    },
    "picture.added": ({ key, name }) => {
      const picture = pictures.find((other) => !other.key && other.name.slice(-200) === name);
      if (picture) picture.key = key;
      else line.send({ type: "picture.remove", key }); // it was taken away while it was being read
    },
  };

  // The question comes back: typed text into the box, and one press sends it, spoken or typed, again.
  function giveBack(text) {
    if (question?.text !== undefined && !$("text").value) $("text").value = question.text;
    trouble(text, Boolean(question));
  }

  const line = new Line({
    open: () => {
      settle();
      for (const picture of pictures) picture.key ??= null;
    },
    lost: () => {
      if (recording?.length) {
        question = { sound: recording };
        recording = null;
        microphone.release();
        giveBack(say("error-lost"));
      } else if (open) {
        turns.get(open).fail(say("stopped"));
        open = null;
        giveBack(say("error-lost"));
      }
      if (state !== "connecting") enter("lost");
    },
    event: (message, sound) => hear[message.type]?.(message, sound),
  });

  speak(SETTINGS.chosen);
  if (narrow.matches) $("how").open = false;
}
