try {
  const bytes = Uint8Array.from(atob(document.getElementById("script").textContent), (letter) => letter.charCodeAt(0));
  const expanded = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const script = document.createElement("script");
  script.type = "module";
  script.textContent = await new Response(expanded).text();
  document.body.append(script);
} catch (error) {
  document.body.append(`This browser is too old for this page, or the page is damaged (${error.message}).`);
}
