/**
 * The resources of the specification as tables: one field per line with its type, and `?` when it
 * may be null. Fields of type `locks` or `author[]` are described by the table of that name.
 */

interface Member {
  name: string
  type: string
  isNullable: boolean
}
export type Table = readonly Member[]

const parseTable = (text: string): Table =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', type = ''] = line.trim().split(/\s+/)
      return { name, type: type.replace('?', ''), isNullable: type.endsWith('?') }
    })

/** The values of enumeration fields. */
export const enumValues: Record<string, readonly string[]> = {
  status: ['ongoing', 'ended', 'hiatus', 'abandoned', 'unknown'],
  direction: ['ltr', 'rtl', 'ttb', 'webtoon'],
  personRole: [
    'author',
    'co_author',
    'editor',
    'translator',
    'illustrator',
    'contributor',
    'writer',
    'penciller',
    'inker',
    'colorist',
    'letterer',
    'cover_artist',
  ],
  bookType: [
    'comic',
    'manga',
    'novel',
    'novella',
    'anthology',
    'artbook',
    'oneshot',
    'omnibus',
    'graphic_novel',
    'magazine',
  ],
  userRole: ['reader', 'maintainer', 'admin'],
}

const bookMetadata = parseTable(`
  authors          author[]?
  awards           award[]?
  blackAndWhite    boolean?
  bookType         bookType?
  chapter          float?
  colorist         string?
  count            int32?
  coverArtist      string?
  customMetadata   object?
  day              int32?
  edition          string?
  editor           string?
  formatDetail     string?
  genre            string?
  imprint          string?
  inker            string?
  isbns            string?
  languageIso      string?
  letterer         string?
  manga            boolean?
  month            int32?
  originalTitle    string?
  originalYear     int32?
  penciller        string?
  publisher        string?
  seriesPosition   double?
  seriesTotal      int32?
  subjects         string[]?
  subtitle         string?
  summary          string?
  translator       string?
  volume           int32?
  writer           string?
  year             int32?
`)

export const tables = {
  series: parseTable(`
    id                    uuid
    libraryId             uuid
    libraryName           string
    path                  string?
    bookCount             int64
    createdAt             instant
    updatedAt             instant
    metadata              seriesMetadata
    alternateTitles       alternateTitle[]
    externalIds           externalId[]
    externalLinks         externalLink[]
    externalRatings       externalRating[]
    genres                label[]
    tags                  label[]
    hasCustomCover        boolean?
    selectedCoverSource   string?
    coverColor            string?
    tracked               boolean
    unreadCount           int64?
    readCount             int64
    lastCompletedAt       instant?
    wantToRead            boolean?
    localMaxChapter       float?
    localMaxVolume        int32?
    volumesOwned          int64?
    upstreamChapterGap    float?
    upstreamVolumeGap     int32?
    upstreamGapProvider   string?
  `),
  seriesMetadata: parseTable(`
    title               string
    titleSort           string?
    summary             string?
    publisher           string?
    imprint             string?
    status              status?
    readingDirection    direction?
    ageRating           int32?
    language            string?
    year                int32?
    totalChapterCount   float?
    totalVolumeCount    int32?
    authors             author[]?
    customMetadata      object?
    locks               locks
    createdAt           instant
    updatedAt           instant
  `),
  alternateTitle: parseTable(`
    id          uuid
    seriesId    uuid
    label       string
    title       string
    createdAt   instant
    updatedAt   instant
  `),
  externalId: parseTable(`
    id             uuid
    seriesId       uuid
    source         string
    externalId     string
    externalUrl    string?
    lastSyncedAt   instant?
    metadataHash   string?
    createdAt      instant
    updatedAt      instant
  `),
  externalLink: parseTable(`
    id           uuid
    seriesId     uuid
    sourceName   string
    url          string
    externalId   string?
    createdAt    instant
    updatedAt    instant
  `),
  externalRating: parseTable(`
    id           uuid
    seriesId     uuid
    sourceName   string
    rating       double
    voteCount    int32?
    fetchedAt    instant
    createdAt    instant
    updatedAt    instant
  `),
  label: parseTable(`
    id            uuid
    name          string
    seriesCount   int64?
    createdAt     instant
  `),
  author: parseTable(`
    name       string
    role       personRole
    sortName   string?
  `),
  locks: parseTable(`
    ageRating           boolean
    alternateTitles     boolean
    authorsJsonLock     boolean
    cover               boolean
    customMetadata      boolean
    genres              boolean
    imprint             boolean
    language            boolean
    publisher           boolean
    readingDirection    boolean
    status              boolean
    summary             boolean
    tags                boolean
    title               boolean
    titleSort           boolean
    totalChapterCount   boolean
    totalVolumeCount    boolean
    year                boolean
  `),
  bookMetadata,
  award: parseTable(`
    name       string
    category   string?
    won        boolean
    year       int32?
  `),
  user: parseTable(`
    id            uuid
    username      string
    email         string
    role          userRole
    permissions   string[]
    isActive      boolean
    lastLoginAt   instant?
    pictureVersion uuid?
    createdAt     instant
    updatedAt     instant
  `),
  page: parseTable(`
    data         any[]
    page         int64
    pageSize     int64
    total        int64
    totalPages   int64
    links        pageLinks
  `),
  pageLinks: parseTable(`
    first   string
    last    string
    self    string
    next    string?
    prev    string?
  `),
} satisfies Record<string, Table>

export type TableName = keyof typeof tables
export const isTable = (type: string): type is TableName => Object.hasOwn(tables, type)
