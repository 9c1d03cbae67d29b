/** Books outside the numbering, and editions. Tables. Pure. */

export type Kind = 'annual' | 'special' | 'omake' | 'extra' | 'one-shot' | 'free-comic-book-day'

export interface KindFound {
  kind: Kind
  start: number
  text: string
}

/**
 * `always`: also next to a volume or chapter number. Other words also occur in titles and only
 * count if the name has no number.
 */
const kinds: { kind: Kind; always: boolean; pattern: RegExp }[] = [
  { kind: 'special', always: true, pattern: /(?<![a-z\d])sp\s?\d{1,3}(?!\d)/ },
  { kind: 'annual', always: true, pattern: /(?<![a-z\d]|\+ )annuals?(?![a-z\d])/ },
  { kind: 'omake', always: true, pattern: /(?<![a-z\d])omakes?(?![a-z\d])|おまけ/ },
  {
    kind: 'one-shot',
    always: true,
    pattern: /(?<![a-z\d])one[- ]?shots?(?![a-z\d])|読み?切り?|단편/,
  },
  {
    kind: 'free-comic-book-day',
    always: true,
    pattern: /(?<![a-z\d])(?:fcbd|free comic book day)(?![a-z\d])/,
  },
  { kind: 'extra', always: true, pattern: /番外[編篇]?|外伝|外传|特別編|특별편|외전|번외/ },
  {
    kind: 'special',
    always: false,
    pattern:
      /(?<![a-z\d])(?:specials?|hors[- ]s[ée]rie|sonderband|especial|speciale|спецвыпуск)(?![a-z\d])/,
  },
  {
    kind: 'extra',
    always: false,
    pattern: /(?<![a-z\d])(?:extras?|bonus|side stor(?:y|ies))(?![a-z\d])/,
  },
]

export function findKind(plain: string, isNumbered: boolean): KindFound | null {
  for (const { kind, always, pattern } of kinds) {
    const found = always || !isNumbered ? pattern.exec(plain) : null
    if (found) return { kind, start: found.index, text: found[0] }
  }
  return null
}

/** The kind indicated by a number's suffix: `567.extra`. */
export const findKindOfSuffix = (suffix: string | null): Kind | null =>
  suffix === 'extra' || suffix === 'omake' || suffix === 'special' ? suffix : null

const named =
  "deluxe|omnibus|collector'?s?|anniversary|ultimate|library|complete|full colou?r|perfect|master|facsimile|special|limited|definitive|black & white"
const edition = new RegExp(
  String.raw`(?<![a-z\d]|\+ )(?:(?:${named}|\d{1,3}(?:st|nd|rd|th)(?: anniversary)?) edition|omnibus|compendium|kanzenban|director's cut|[23]-in-1|box ?set|tpb|trade paperback|ohc|hc|hard ?cover|int[ée]grale|gesamtausgabe)(?![a-z\d])|完全版|愛蔵版|新装版|文庫版|완전판|애장판`,
)

export function findEdition(plain: string): { start: number; end: number } | null {
  const found = edition.exec(plain)
  return found ? { start: found.index, end: found.index + found[0].length } : null
}
