/** Converts text settings to CSS for the documents of a book. */
import { getHighlightName, highlightColors } from '../highlights'
import { foundName } from './search-highlight'
import { pictureRules } from './single-images'
import { tableRules } from './tables'
import { type Colors, type Theme, themes } from './themes'
import type { Settings } from '../../../hooks/use-reader-settings'

/** Theme of the interface. `ink` is for monochrome screens. */
export type SurroundingTheme = 'light' | 'dark' | 'black' | 'ink'

const ink: Colors = { background: '#ffffff', text: '#000000', link: '#000000' }

/** `auto` follows the theme of the interface. */
export function getColors(theme: Theme, around: SurroundingTheme): Colors {
  if (theme !== 'auto') return themes[theme]
  return around === 'ink' ? ink : themes[around]
}

const families: Record<string, string> = {
  serif: '"Newsreader", Georgia, "Times New Roman", "Noto Serif CJK JP", serif',
  sans: '"Hanken Grotesk", system-ui, "Segoe UI", Roboto, "Noto Sans CJK JP", sans-serif',
  legible: '"Atkinson Hyperlegible Next", Verdana, "DejaVu Sans", sans-serif',
  mono: 'ui-monospace, "DejaVu Sans Mono", monospace',
}

/** Returns rules that precede the book's own, and rules that follow and override them. */
export function buildStyles(
  settings: Settings,
  colors: Colors,
): readonly [before: string, after: string] {
  const { text, background, link } = colors
  // The book's own fonts override the first rules but not the last ones.
  const before = `html { color: ${text}; background: ${background}; font-family: ${families['serif']}; }
    a:any-link { color: ${link}; }
    :where(body *) { max-width: 100%; }`
  return [
    before,
    [colorRules(colors), letterRules(settings), paragraphRules(settings), pictureRules].join('\n'),
  ]
}

/** In dark themes, overrides the book's own colors, which would be unreadable. */
function colorRules({ background, text, link }: Colors) {
  const isDark = Number.parseInt(background.slice(1, 3), 16) < 128
  const inherit = 'color: inherit !important; background-color: transparent !important;'
  return `
    html { --theme-bg-color: ${background}; color-scheme: ${isDark ? 'dark' : 'light'}; }
    html, body { color: ${text} !important; background: ${background} !important; }
    ${isDark ? `body *:not(a, a *) { ${inherit} border-color: currentColor; }` : ''}
    a:any-link, a:any-link * { color: ${link} !important; }
    ${highlightRules}
    ::highlight(${foundName}) { color: #1e1a15; background-color: #f2cf6c; }`
}

const paints = { yellow: '#f4dc7a', green: '#a9dba0', blue: '#a5cdf0', pink: '#f3b1c4' }

const highlightRules = highlightColors
  .map(
    (color) =>
      `::highlight(${getHighlightName(color)}) { color: #1e1a15; background-color: ${paints[color]}; }`,
  )
  .join('\n')

/** Sets only the base font size, so that the sizes in the book stay proportional. */
function letterRules(settings: Settings) {
  const family = families[settings['epub.font']]
  const spacing = settings['epub.letterSpacing']
  const words = settings['epub.wordSpacing']
  const mode = settings['epub.writingMode']
  const code = ':not(code, pre, kbd, samp, code *, pre *)'
  return `
    html { font-size: ${settings['epub.fontSize']}% !important; }
    ${family ? `body, body ${code} { font-family: ${family} !important; }` : ''}
    ${spacing > 0 ? `body * { letter-spacing: ${spacing}em !important; }` : ''}
    ${words > 0 ? `body * { word-spacing: ${words}em !important; }` : ''}
    ${mode === 'auto' ? '' : `html, body { writing-mode: ${mode === 'vertical' ? 'vertical-rl' : 'horizontal-tb'} !important; }`}`
}

function paragraphRules(settings: Settings) {
  const align = settings['epub.align']
  const between = settings['epub.paragraphSpacing']
  return `
    p, li, blockquote, dd { line-height: ${settings['epub.lineHeight']} !important; }
    p, blockquote, dd {
      ${align === 'publisher' ? '' : `text-align: ${align} !important;`}
      hyphens: ${settings['epub.hyphens'] ? 'auto' : 'manual'};
      orphans: 2;
      widows: 2;
    }
    ${between > 0 ? `p { margin-block: ${between}em !important; }` : ''}
    ${settings['epub.publisherStyles'] ? '' : 'p { text-indent: 0 !important; }'}
    [align="center"], center { text-align: center; }
    [align="right"] { text-align: right; }
    ${tableRules}
    tr { break-inside: avoid; }
    [data-quire-note] { display: none !important; }
    pre { white-space: pre-wrap !important; text-align: start; }`
}

/** Returns the attributes for the paginator. */
export function buildLayoutAttributes(settings: Settings): Record<string, string> {
  const columns = { auto: '2', one: '1', two: '2' }[settings['epub.columns']]
  const size = Math.max(100, settings['epub.fontSize'])
  const isStrip = settings['epub.flow'] === 'scrolled'
  return {
    flow: isStrip ? 'scrolled' : 'paginated',
    gap: `${Math.max(2, settings['epub.margins'])}%`,
    // Leaves space for the links at the ends of a strip.
    margin: isStrip ? '64px' : '32px',
    // About 65 characters per line, whatever the font size.
    'max-inline-size': `${Math.round(6.8 * size)}px`,
    'max-column-count': columns,
  }
}
