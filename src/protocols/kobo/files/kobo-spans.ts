/**
 * Adds the markup that Kobo's own reader requires: each sentence is wrapped in a numbered span that
 * positions refer to, and the body in two containers. The text itself does not change.
 */

const isBlock = (name: string) =>
  /^(?:p|h[1-6]|ol|ul|li|dl|dt|dd|table|td|th|blockquote|div|section|article|aside|figure)$/.test(
    name,
  )

/** Returns whether an element either contains no text to read or must not contain spans. */
const isOpaque = (name: string) =>
  /^(?:script|style|pre|audio|video|svg|math|textarea|select|object|iframe|noscript|template)$/.test(
    name,
  )

/**
 * A comment, CDATA section, instruction, declaration, tag, or text. The lookahead keeps a name
 * whole: without it, a long name in an unclosed tag takes quadratic time.
 */
const token =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<\?[^]*?\?>|<![A-Za-z](?:[^<>"'[]|"[^"]*"|'[^']*'|\[[^\]]*\])*>|<\/?[A-Za-z_][^\s<>/"'=]*(?![^\s<>/"'=])(?:[^<>"']|"[^"<]*"|'[^'<]*')*>|[^<]+/y

const sentence = /[^]*?[.!?:…]["'”’»)\]]*\s+|[^]+$/g

const bodyStart = '<div id="book-columns"><div id="book-inner">'
const bodyEnd = '</div></div>'
const style =
  '<style type="text/css" class="kobostylehacks">div#book-inner { margin-top: 0; margin-bottom: 0; }</style>'

/**
 * A novel has about 10,000 sentences. The limit bounds the memory for a document full of periods.
 */
const maxSpans = 100_000

/**
 * Returns undefined if the document is not well-formed, is not XHTML, already has such spans, or
 * would need too many of them.
 */
export function addKoboSpans(xhtml: string): string | undefined {
  if (/koboSpan|book-columns/.test(xhtml)) return undefined
  const writer = new SpanWriter()
  token.lastIndex = 0
  while (token.lastIndex < xhtml.length) {
    const [part] = token.exec(xhtml) ?? []
    if (part === undefined || !writer.add(part)) return undefined
  }
  return writer.finish()
}

class SpanWriter {
  readonly #parts: string[] = []
  readonly #open: string[] = []
  #state: 'start' | 'head' | 'body' | 'end' = 'start'
  /** Nesting depth of the outermost open element that must not contain spans. */
  #opaqueAt: number | undefined
  #paragraph = 0
  #sentence = 0
  #spanCount = 0

  /** Returns false if the document cannot be converted. */
  add(part: string): boolean {
    if (!part.startsWith('<')) return this.#addText(part)
    if (/^<[!?]/.test(part)) return this.#keep(part)
    const [, slash, name = ''] = /^<(\/?)([^\s<>/"'=]+)/.exec(part) ?? []
    if (slash) return this.#close(part, name)
    return part.endsWith('/>') ? this.#addEmpty(part, name) : this.#start(part, name)
  }

  finish(): string | undefined {
    return this.#state === 'end' && this.#open.length === 0 ? this.#parts.join('') : undefined
  }

  #keep(part: string): boolean {
    this.#parts.push(part)
    return true
  }

  get #isReadable() {
    return this.#state === 'body' && this.#opaqueAt === undefined
  }

  #addText(text: string): boolean {
    if (!this.#isReadable || text.trim() === '') return this.#keep(text)
    for (const [one] of text.matchAll(sentence)) {
      this.#spanCount++
      if (this.#spanCount > maxSpans) return false
      this.#parts.push(this.#wrap(one))
    }
    return true
  }

  #wrap(content: string): string {
    this.#paragraph ||= 1
    this.#sentence++
    return `<span class="koboSpan" id="kobo.${this.#paragraph}.${this.#sentence}">${content}</span>`
  }

  #startParagraph() {
    this.#paragraph++
    this.#sentence = 0
  }

  #addEmpty(part: string, name: string): boolean {
    if (this.#open.length === 0 || name === 'body') return false
    if (name !== 'img' || !this.#isReadable) return this.#keep(part)
    this.#startParagraph()
    return this.#keep(this.#wrap(part))
  }

  #start(part: string, name: string): boolean {
    if (this.#open.length === 0) {
      if (this.#state !== 'start' || name !== 'html') return false
      this.#state = 'head'
    }
    this.#open.push(name)
    this.#parts.push(part)
    if (name === 'body') {
      if (this.#state !== 'head' || this.#open.length !== 2) return false
      this.#state = 'body'
      this.#parts.push(bodyStart)
    }
    if (this.#opaqueAt === undefined && isOpaque(name)) this.#opaqueAt = this.#open.length
    if (this.#isReadable && isBlock(name)) this.#startParagraph()
    return true
  }

  #close(part: string, name: string): boolean {
    if (this.#open.at(-1) !== name) return false
    if (this.#opaqueAt === this.#open.length) this.#opaqueAt = undefined
    this.#open.pop()
    if (name === 'head' && this.#open.length === 1) this.#parts.push(style)
    if (name === 'body') {
      this.#state = 'end'
      this.#parts.push(bodyEnd)
    }
    return this.#keep(part)
  }
}
