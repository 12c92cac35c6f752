// Says when the page has lost Omoide, and when it is back: also after the reload that follows a restart of the server.
(() => {
  const LOST = "omoide-lost";
  const say = (state) => {
    const place = document.getElementById("omoide-link");
    place.textContent = place.dataset[state] || "";
    place.dataset.state = state;
    if (state === "back") setTimeout(() => { if (place.dataset.state === "back") say("quiet"); }, 8000);
  };
  const back = () => {
    if (!sessionStorage.getItem(LOST)) return;
    sessionStorage.removeItem(LOST);
    say("back");
  };
  const watch = () => {
    if (!window.socket) { setTimeout(watch, 50); return; }
    let leaves = false;
    window.addEventListener("pagehide", () => { leaves = true; });
    window.socket.on("disconnect", () => {
      if (leaves) return;
      sessionStorage.setItem(LOST, "1");
      say("lost");
    });
    window.socket.on("connect", () => setTimeout(back, 0));
    if (window.socket.connected) back();
  };
  document.addEventListener("DOMContentLoaded", watch);
})();
// What the reader has chosen, kept in this browser alone.
window.omoidePrefer = (name, value) => {
  document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=strict`;
  window.location.reload();
};
