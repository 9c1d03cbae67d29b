/** Books with all of their metadata, as the page of a book shows them. */
import type { Schemas } from '../../../../../src/web/ui/api/types'

type Metadata = Schemas['FullBookMetadata']

const fill = <Value>(names: string, value: Value) =>
  Object.fromEntries(names.split(' ').map((name) => [name, value]))

const noText = fill(
  'authors awards blackAndWhite bookType chapter colorist count coverArtist customMetadata day ' +
    'edition editor externalIds externalLinks formatDetail genre imprint inker isbns languageIso ' +
    'letterer manga month ' +
    'originalTitle originalYear penciller publisher seriesPosition seriesTotal subjects subtitle ' +
    'summary translator volume writer year number title releaseDate titleSort',
  null,
)
const noPeople: Record<string, string[]> = fill(
  'colorists coverArtists editors inkers letterers pencillers writers',
  [],
)
const locks = fill(
  'authorsJsonLock awardsJsonLock blackAndWhiteLock bookTypeLock chapterLock coloristLock ' +
    'countLock coverLock coverArtistLock customMetadataLock dayLock editionLock editorLock ' +
    'externalIdsLock externalLinksLock ' +
    'formatDetailLock genreLock imprintLock inkerLock isbnsLock languageIsoLock lettererLock ' +
    'mangaLock monthLock numberLock originalTitleLock originalYearLock pencillerLock ' +
    'publisherLock seriesPositionLock seriesTotalLock subjectsLock subtitleLock summaryLock ' +
    'titleLock titleSortLock translatorLock volumeLock writerLock yearLock',
  false,
)

export const noDetails: Schemas['BookFileDetails'] = {
  ageRating: null,
  ageRatingText: null,
  alternateCount: null,
  alternateNumber: null,
  alternateSeries: null,
  characters: [],
  communityRating: null,
  gtin: null,
  identifiers: [],
  links: [],
  localizedSeries: null,
  locations: [],
  mainCharacterOrTeam: null,
  notes: null,
  readingDirection: null,
  review: null,
  scanInformation: null,
  seriesGroup: null,
  storyArcs: [],
  tags: [],
  teams: [],
}

export const createFullBook = (
  book: Schemas['Book'],
  more: Partial<Metadata> = {},
): Schemas['FullBook'] => ({
  ...book,
  metadata: {
    ...noText,
    ...noPeople,
    locks,
    details: noDetails,
    createdAt: book.createdAt,
    updatedAt: book.updatedAt,
    ...more,
  } as Metadata,
  genres: [],
  tags: [],
})
