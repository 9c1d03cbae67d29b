/**
 * Standalone pages that consist of one file and use no external resources, so they work offline.
 * The CSP allows only their own style and script, by hash.
 */

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: Canvas; color: CanvasText }
main { box-sizing: border-box; width: 100%; max-width: 26rem; padding: 1.5rem }
h1 { margin: 0 0 .5rem; font-size: 1.5rem }
label { display: block; margin-top: 1rem; font-weight: 600 }
input, button { box-sizing: border-box; width: 100%; margin-top: .25rem; padding: .6rem .75rem; font: inherit; border-radius: .4rem }
input { border: 1px solid GrayText }
button { margin-top: 1.5rem; border: 0; background: #2f5bd7; color: #fff; font-weight: 600; cursor: pointer }
button:disabled { opacity: .6; cursor: default }
:focus-visible { outline: 3px solid #7aa2ff; outline-offset: 1px }
small { color: GrayText }
[role=alert] { margin: 1rem 0 0; color: #c62828; font-weight: 600 }
@media (prefers-color-scheme: dark) { [role=alert] { color: #ff8a80 } }
[hidden] { display: none }
`

export interface Page {
  html: string
  headers: Record<string, string>
}

export function renderPlainPage({
  title,
  content,
  script,
}: {
  title: string
  content: string
  script?: string
}): Page {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main>
${content}
</main>
${script === undefined ? '' : `<script>${script}</script>\n`}</body>
</html>
`
  return { html, headers: buildHeaders(script) }
}

const buildHeaders = (script: string | undefined) => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy':
    `default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ` +
    `connect-src 'self'; img-src data:; style-src ${computeHash(style)}; ` +
    `script-src ${script === undefined ? "'none'" : computeHash(script)}`,
})

const computeHash = (content: string) =>
  `'sha256-${new Bun.CryptoHasher('sha256').update(content).digest('base64')}'`
