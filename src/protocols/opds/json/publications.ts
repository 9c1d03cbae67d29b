/** OPDS 2.0 publications: metadata, covers and links for books. Pure. */
import { describeFile } from '../catalog/titles'
import type { BookItem } from '../catalog/listing'
import { groupNames } from '../catalog/people'
import type { FeedRequest } from '../feed-request'

/** A Readium link object. */
export interface Link {
  href: string
  type?: string
  rel?: string
  title?: string
  templated?: boolean
  width?: number
  height?: number
  size?: number | undefined
  properties?: Record<string, unknown>
}

export interface Links extends Pick<FeedRequest, 'href' | 'hrefOfList'> {
  /** Width of stored thumbnails. */
  coverWidth: number
}

export const publicationType = 'application/opds-publication+json'

/** Link relation that Cantook and the Readium apps look for. */
const progressionRel = 'http://www.cantook.com/api/progression'
export const progressionType = 'application/vnd.readium.progression+json'

export const buildPublication = (item: BookItem, links: Links) => ({
  metadata: buildMetadata(item, links),
  links: listLinks(item, links),
  images: listImages(item, links),
})

/** Undefined members are omitted from the JSON. */
function buildMetadata({ book, facts, title }: BookItem, { hrefOfList }: Links) {
  const { id, fileFormat, pageCount, readingDirection, summary } = book
  return {
    '@type': fileFormat === 'epub' ? 'http://schema.org/Book' : 'http://schema.org/ComicIssue',
    identifier: `urn:uuid:${id}`,
    title,
    ...buildFacts(facts),
    modified: book.updatedAt.toISOString(),
    description: summary || undefined,
    numberOfPages: pageCount || undefined,
    readingProgression: readingDirection ? (progressions[readingDirection] ?? 'auto') : undefined,
    belongsTo: {
      series: [
        {
          name: book.seriesName,
          position: book.numberFrom ?? book.number ?? undefined,
          links: [{ href: hrefOfList(`series/${book.seriesId}`), type: 'application/opds+json' }],
        },
      ],
    },
  }
}

const buildFacts = ({ people, publisher, language, issued, subjects }: BookItem['facts']) => ({
  ...groupNames(people),
  publisher: publisher || undefined,
  language: language || undefined,
  published: issued ?? undefined,
  subject: subjects.length > 0 ? subjects : undefined,
})

const progressions: Record<string, string> = { ltr: 'ltr', rtl: 'rtl', ttb: 'ttb', webtoon: 'ttb' }

function listLinks(item: BookItem, { href, hrefOfList }: Links): Link[] {
  const { id, fileFormat } = item.book
  const own = hrefOfList(`books/${id}`)
  const file = describeFile(item)
  return [
    { rel: 'self', href: own, type: publicationType },
    {
      rel: 'http://opds-spec.org/acquisition',
      href: href(`/opds/${file.path}`),
      type: file.type,
      size: file.size,
    },
    {
      rel: 'alternate',
      href: `${own}/manifest`,
      type: fileFormat === 'epub' ? 'application/webpub+json' : 'application/divina+json',
    },
    { rel: progressionRel, href: `${own}/progression`, type: progressionType },
  ]
}

/** Omits the height, because it depends on the image. */
function listImages({ book }: BookItem, { href, coverWidth }: Links): Link[] {
  const cover = href(`/api/v1/books/${book.id}/thumbnail?format=jpeg`)
  return [
    { href: cover, type: 'image/jpeg', width: coverWidth },
    { href: `${cover}&width=240`, type: 'image/jpeg', width: 240 },
  ]
}
