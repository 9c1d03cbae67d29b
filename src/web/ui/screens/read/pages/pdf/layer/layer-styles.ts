/**
 * Styles of the text layer. They are added when the first text layer is shown, because the style
 * sheet of the interface is loaded by every page.
 */
const rules = `
@layer screens {
  [data-text-layer] {
    position: absolute;
    left: var(--cut-left, 0);
    top: var(--cut-top, 0);
    width: var(--cut-width, 100%);
    height: var(--cut-height, 100%);
    overflow: clip;
    container-type: size;
    mix-blend-mode: multiply;
    color: transparent;
    font-family: sans-serif;
    text-align: start;
    user-select: text;
    -webkit-user-select: text;
    -webkit-touch-callout: default;
  }

  [data-text-layer] div {
    position: absolute;
    transform-origin: 0 0;
    white-space: pre;
    cursor: text;
    pointer-events: auto;
  }

  [data-text-layer] span {
    display: inline-block;
    transform-origin: 0 0;
  }

  [data-text-layer] div[style*='rtl'] span {
    transform-origin: 100% 0;
  }

  [data-text-layer] a {
    position: absolute;
    border-radius: 3px;
    cursor: pointer;
  }

  [data-text-layer] a:hover {
    background: #ffe9a8;
  }

  [data-text-layer] ::selection {
    background: #a8cdf5;
    color: transparent;
  }
}

::highlight(quire-match) {
  background: #ffc861;
}
::highlight(quire-yellow) {
  background: #f4dc7a;
}
::highlight(quire-green) {
  background: #a9dba0;
}
::highlight(quire-blue) {
  background: #a5cdf0;
}
::highlight(quire-pink) {
  background: #f3b1c4;
}
`

let isAdded = false

export function addLayerStyles() {
  if (isAdded) return
  isAdded = true
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  document.adoptedStyleSheets.push(sheet)
}
