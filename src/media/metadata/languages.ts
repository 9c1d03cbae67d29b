/** Language tags (BCP 47) and the words that people use instead. Pure. */

/** Lowercase codes and names as found in file names. Contains only names that are single words. */
const languageWords: Record<string, string> = {
  en: 'en eng english anglais inglés ingles englisch',
  fr: 'fr fra fre french français francais vf',
  de: 'de ger deu german deutsch',
  es: 'es esp spa spanish español espanol castellano',
  it: 'it ita italian italiano',
  pt: 'pt por portuguese português portugues',
  'pt-BR': 'pt-br ptbr brazilian',
  pl: 'pl pol polish polski',
  nl: 'nl dut nld dutch nederlands',
  ru: 'ru rus russian русский рус',
  uk: 'uk ukr ukrainian українська',
  tr: 'tr tur turkish türkçe turkce',
  ja: 'jp ja jpn jap japanese 日本語 日文',
  zh: 'zh cn chi chinese 中文 中国語 中国翻訳 中國翻譯 汉化 漢化',
  ko: 'ko kr kor korean 한국어 한글',
  th: 'th thai ไทย',
  vi: 'vi vn vie vietnamese',
  id: 'id ind indonesian',
  ar: 'ar ara arabic العربية',
}

const languages = new Map(
  Object.entries(languageWords).flatMap(([code, words]) =>
    words.split(' ').map((word) => [word, code] as const),
  ),
)

/** Finds the language for a code or name. `word` must be in lowercase. */
export const findLanguageByWord = (word: string): string | undefined => languages.get(word)

const maxLength = 60

/**
 * Converts `pt_br` to `pt-BR` and `English` to `en`. Returns undefined if there is no such
 * language.
 */
export function parseLanguage(text: string): string | undefined {
  const given = text.trim()
  if (given.length > maxLength) return undefined
  const word = given.toLowerCase()
  const tag = canonicalize(given.replaceAll('_', '-'))
  // Three-letter bibliographic codes can differ from the BCP 47 tag, such as `ger` for German.
  if (tag !== undefined && isRegistered(tag))
    return (word.length === 3 && findLanguageByWord(word)) || tag
  return findLanguageByWord(word) ?? getTagsByEnglishName().get(word)
}

function canonicalize(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const createNames = (type: 'language' | 'region' | 'script') =>
  new Intl.DisplayNames(['en'], { type, fallback: 'none' })
let displayNames: Record<'language' | 'region' | 'script', Intl.DisplayNames> | undefined

function getDisplayNames() {
  displayNames ??= {
    language: createNames('language'),
    region: createNames('region'),
    script: createNames('script'),
  }
  return displayNames
}

/**
 * Returns whether the language, script and region exist. All two-letter languages have a known
 * name, but many three-letter ones do not, so those are accepted without a name.
 */
function isRegistered(tag: string): boolean {
  const names = getDisplayNames()
  const { language, region, script } = new Intl.Locale(tag)
  if (language.length > 3 || (language.length === 2 && !names.language.of(language))) return false
  if (script !== undefined && !names.script.of(script)) return false
  return region === undefined || (region !== unknownRegion && names.region.of(region) !== undefined)
}

const unknownRegion = 'ZZ'

let tagsByEnglishName: ReadonlyMap<string, string> | undefined

/** Returns the tags, keyed by English language name in lowercase. */
function getTagsByEnglishName(): ReadonlyMap<string, string> {
  tagsByEnglishName ??= new Map(listTags().flatMap(nameInEnglish))
  return tagsByEnglishName
}

const letters = [...'abcdefghijklmnopqrstuvwxyz']

/**
 * Lists all two-letter codes, and other tags with an English name of their own, such as `pt-BR`
 * (Brazilian Portuguese).
 */
const listTags = (): string[] =>
  letters
    .flatMap((first) => letters.map((second) => first + second))
    .concat(
      'pt-BR',
      'pt-PT',
      'zh-Hans',
      'zh-Hant',
      'es-MX',
      'en-GB',
      'en-US',
      'fr-CA',
      'yue',
      'fil',
    )

function nameInEnglish(tag: string): [string, string][] {
  const name = getDisplayNames().language.of(tag)
  return name ? [[name.toLowerCase(), Intl.getCanonicalLocales(tag)[0]!]] : []
}
