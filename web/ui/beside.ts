const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : "";

// beside is the address of a file that lies beside the page's script, with the same build; "" where
// the script's own is unknown.
export function beside(name: string): string {
  if (!script) return "";
  const url = new URL(script);
  url.pathname = url.pathname.replace(/[^/]*$/, name);
  return url.href;
}
