/** All user preferences, with their allowed values and scopes. */
import {
  boolean,
  id,
  integer,
  list,
  number,
  oneOf,
  optional,
  shape,
  type Static,
  text,
  type TSchema,
} from '../../platform/http/shapes'

const percent = (minimum: number, maximum: number) => integer({ minimum, maximum })
const words = (maxLength: number) => text(maxLength, { minLength: 1 })

/**
 * Settings of the readers for pages and e-books. Each can be set for the user or for a library,
 * series or book.
 */
export const readerKeys = {
  'reader.mode': oneOf(['paged', 'continuous', 'webtoon']),
  'reader.direction': oneOf(['ltr', 'rtl', 'ttb']),
  'reader.fit': oneOf(['screen', 'width', 'height', 'original']),
  'reader.spread': oneOf(['auto', 'single', 'double']),
  /** Pages at which the pairing of pages shifts by one. Useful only for a single book. */
  'reader.shiftedAt': list(integer({ minimum: 1, maximum: 1_000_000 }), { maxItems: 200 }),
  'reader.coverAlone': boolean(),
  /** Display of double-width pages on a portrait screen. */
  'reader.widePages': oneOf(['whole', 'split', 'turned']),
  'reader.background': oneOf(['auto', 'black', 'gray', 'white', 'paper']),
  'reader.trim': boolean(),
  /** True to place the text of a PDF or comic over its images, so that it can be selected. */
  'reader.textLayer': boolean(),
  'reader.brightness': percent(10, 150),
  'reader.contrast': percent(50, 200),
  'reader.grayscale': boolean(),
  'reader.invert': boolean(),
  /** Number of pages to preload. */
  'reader.preload': integer({ minimum: 0, maximum: 20 }),
  /** Space between pages in a strip, in pixels. */
  'reader.gap': integer({ minimum: 0, maximum: 200 }),
  /** Width of a strip as a percentage of the window. */
  'reader.width': percent(20, 100),
  /** Speed at which a strip scrolls on its own, in pixels per second. */
  'reader.scrollSpeed': integer({ minimum: 20, maximum: 600 }),
  'reader.tapZones': oneOf(['edges', 'left-right', 'bands', 'off']),
  'reader.animation': oneOf(['none', 'slide', 'fade']),
  'reader.quality': oneOf(['original', 'fitting']),
  'epub.theme': oneOf(['auto', 'light', 'sepia', 'gray', 'dark', 'black']),
  'epub.font': text(60, { minLength: 1 }),
  'epub.fontSize': percent(50, 400),
  'epub.lineHeight': number({ minimum: 1, maximum: 3 }),
  /** Letter and word spacing, in em. */
  'epub.letterSpacing': number({ minimum: 0, maximum: 1 }),
  'epub.wordSpacing': number({ minimum: 0, maximum: 2 }),
  /** Height of the space between paragraphs, in lines. */
  'epub.paragraphSpacing': number({ minimum: 0, maximum: 4 }),
  'epub.margins': percent(0, 40),
  'epub.columns': oneOf(['auto', 'one', 'two']),
  'epub.flow': oneOf(['paged', 'scrolled']),
  'epub.align': oneOf(['publisher', 'start', 'justify']),
  'epub.hyphens': boolean(),
  'epub.publisherStyles': boolean(),
  'epub.writingMode': oneOf(['auto', 'horizontal', 'vertical']),
} as const

/** Preference that contains the ID of the reading profile of a series. */
export const profileKey = 'reader.profile'

/** The ID of one of the user's reading profiles. Can be set only for a series. */
const profileKeys = { [profileKey]: id() } as const

/** A home page row that the user added. */
const HomeRow = shape({
  id: words(40),
  name: words(100),
  source: oneOf(['series', 'books', 'collection', 'readlist']),
  /** ID of a collection or reading list. */
  listId: optional(id()),
  /** JSON of a condition on series or books, as in `POST /series/list`. */
  condition: optional(text(8000)),
  /** Full-text search terms. */
  search: optional(text(200)),
  sort: optional(text(60)),
})

/** Display settings of lists. Each can be set for the user or for a library. */
const listKeys = {
  'list.view': oneOf(['grid', 'table']),
  'list.density': oneOf(['compact', 'normal', 'comfortable']),
  'list.coverSize': integer({ minimum: 60, maximum: 400 }),
  'list.sort': words(60),
  'list.columns': list(words(60), { maxItems: 40 }),
  'home.order': list(words(60), { maxItems: 60 }),
  'home.hidden': list(words(60), { maxItems: 60 }),
  'home.rows': list(HomeRow, { maxItems: 20 }),
} as const

/** A collection or reading list in the sidebar. */
const PinnedList = shape({ kind: oneOf(['collection', 'readlist']), id: id(), name: words(200) })

/** User interface settings. */
const interfaceKeys = {
  'ui.theme': oneOf(['system', 'light', 'dark', 'oled', 'eink']),
  'ui.language': text(35, { minLength: 2, description: 'BCP 47' }),
  'ui.motion': oneOf(['system', 'reduced', 'full']),
  'ui.sidebar': oneOf(['open', 'narrow', 'hidden']),
  'ui.libraryOrder': list(id(), { maxItems: 500 }),
  'ui.landing': words(100),
  'ui.hideUnreadCovers': boolean(),
  'ui.pinnedLists': list(PinnedList, { maxItems: 50 }),
  'ui.hintsSeen': list(words(60), { maxItems: 200 }),
  /** The version of Quire whose changes the user has dismissed. */
  'ui.seenVersion': text(40, { pattern: '^\\d{1,5}\\.\\d{1,5}\\.\\d{1,5}(-[0-9A-Za-z.]{1,20})?$' }),
} as const

/** Keys that record what the user has seen. Their values are kept when preferences are replaced. */
export const seenKeys: ReadonlySet<string> = new Set<keyof typeof interfaceKeys>([
  'ui.hintsSeen',
  'ui.seenVersion',
])

export const preferenceKeys = {
  ...interfaceKeys,
  ...listKeys,
  ...readerKeys,
  ...profileKeys,
} as const
export type PreferenceKey = keyof typeof preferenceKeys
export type ReaderKey = keyof typeof readerKeys
export type PreferenceValue<Key extends PreferenceKey> = Static<(typeof preferenceKeys)[Key]>

export const scopes = ['user', 'library', 'series', 'book'] as const
export type Scope = (typeof scopes)[number]

const scopesOfLists: readonly Scope[] = ['user', 'library']
const scopesOfInterface: readonly Scope[] = ['user']

export function isAllowedScope(key: PreferenceKey, scope: Scope): boolean {
  if (Object.hasOwn(readerKeys, key)) return true
  if (Object.hasOwn(profileKeys, key)) return scope === 'series'
  return (Object.hasOwn(listKeys, key) ? scopesOfLists : scopesOfInterface).includes(scope)
}

export const getValueSchema = (key: string): TSchema | undefined =>
  Object.hasOwn(preferenceKeys, key) ? preferenceKeys[key as PreferenceKey] : undefined

export const readerDefaults: { [Key in ReaderKey]: PreferenceValue<Key> } = {
  'reader.mode': 'paged',
  'reader.direction': 'ltr',
  'reader.fit': 'screen',
  'reader.spread': 'auto',
  'reader.shiftedAt': [],
  'reader.coverAlone': true,
  'reader.widePages': 'whole',
  'reader.background': 'auto',
  'reader.trim': false,
  'reader.textLayer': true,
  'reader.brightness': 100,
  'reader.contrast': 100,
  'reader.grayscale': false,
  'reader.invert': false,
  'reader.preload': 3,
  'reader.gap': 8,
  'reader.width': 60,
  'reader.scrollSpeed': 80,
  'reader.tapZones': 'left-right',
  'reader.animation': 'none',
  'reader.quality': 'fitting',
  'epub.theme': 'auto',
  'epub.font': 'publisher',
  'epub.fontSize': 100,
  'epub.lineHeight': 1.5,
  'epub.letterSpacing': 0,
  'epub.wordSpacing': 0,
  'epub.paragraphSpacing': 0,
  'epub.margins': 8,
  'epub.columns': 'auto',
  'epub.flow': 'paged',
  'epub.align': 'publisher',
  'epub.hyphens': true,
  'epub.publisherStyles': true,
  'epub.writingMode': 'auto',
}
