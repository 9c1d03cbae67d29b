/** Writes an Atom feed (RFC 4287). Pure. */
import { escapeXml } from '../../platform/lib/text/escape-xml'

export interface FeedEntry {
  /** A UUID. */
  id: string
  title: string
  summary: string
  updatedAt: Date
  publishedAt: Date
  /** Absolute URL. */
  link: string
}

export interface AtomFeed {
  /** A UUID. */
  id: string
  title: string
  updatedAt: Date
  /** Absolute URL of the feed. */
  self: string
  entries: readonly FeedEntry[]
}

export const renderAtomFeed = ({ id, title, updatedAt, self, entries }: AtomFeed): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>urn:uuid:${id}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<updated>${updatedAt.toISOString()}</updated>`,
    '<author><name>Quire</name></author>',
    `<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>`,
    ...entries.map(renderAtomEntry),
    '</feed>\n',
  ].join('\n')

const renderAtomEntry = ({ id, title, summary, updatedAt, publishedAt, link }: FeedEntry) =>
  [
    '<entry>',
    `<id>urn:uuid:${id}</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<updated>${updatedAt.toISOString()}</updated>`,
    `<published>${publishedAt.toISOString()}</published>`,
    `<link rel="alternate" href="${escapeXml(link)}"/>`,
    `<summary>${escapeXml(summary)}</summary>`,
    '</entry>',
  ].join('\n')
