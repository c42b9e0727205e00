// The line to the assistant: one WebSocket that comes back by itself, and keeps its place in the conversation.
const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;

export class Line {
  // on: { open(), lost(), event(message, sound) }; `sound` is the WAV Blob that belongs to a response.output_audio.delta.
  constructor(on) {
    this.on = on;
    this.wait = FIRST_WAIT;
    this.connect();
  }

  get ready() {
    return this.socket?.readyState === WebSocket.OPEN && this.joined;
  }

  connect() {
    const address = new URL("/v1/voice", location.href);
    address.protocol = "ws:";
    if (this.session) address.searchParams.set("session", this.session);
    const socket = new WebSocket(address);
    socket.binaryType = "blob";
    let sounding = null;
    socket.onmessage = ({ data }) => {
      if (data instanceof Blob) {
        this.on.event(sounding, new Blob([data], { type: "audio/wav" }));
        return;
      }
      const message = JSON.parse(data);
      if (message.type === "response.output_audio.delta") {
        sounding = message;
      } else if (message.type === "session.created") {
        this.session = message.session;
        this.joined = true;
        this.wait = FIRST_WAIT;
        this.on.open();
      } else {
        this.on.event(message);
      }
    };
    socket.onclose = () => {
      this.joined = false;
      this.on.lost();
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    };
    this.socket = socket;
  }

  send(message) {
    this.socket.send(message instanceof ArrayBuffer || message instanceof Blob ? message : JSON.stringify(message));
  }
}
