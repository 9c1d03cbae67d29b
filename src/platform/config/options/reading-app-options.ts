/** Settings for the protocols that reading apps use. */
import { parseSegment } from '../formats'
import * as kind from '../option'

export const readingAppOptions = {
  'opds.enabled': kind.toggle(true, 'Serve OPDS 1.2 at /opds and OPDS 2.0 at /opds/v2.'),

  'komga_api.enabled': kind.toggle(true, 'Serve the Komga API for apps that support Komga.'),
  'komga_api.prefix': kind.formattedText(
    '/komga',
    'Path of the Komga API: one segment, such as /komga.',
    parseSegment,
  ),
  'komga_api.port': kind.boundedInteger(
    0,
    { min: 0, max: 65_535 },
    'Additional port that serves the Komga API at the root, for apps that do not allow a path in the address. 0: none.',
  ),

  'koreader.enabled': kind.toggle(true, 'Serve KOReader progress sync at /koreader.'),

  'kobo.enabled': kind.toggle(true, 'Serve Kobo sync at /kobo.'),
  'kobo.store_proxy': kind.toggle(
    false,
    'Forward requests for the Kobo store to it, so that books bought there are synced as well. The store sees the address of this server and the account of the device, but nothing about the books in Quire.',
  ),
  'kobo.cache_mb': kind.boundedInteger(
    1024,
    { min: 10, max: 1_048_576 },
    'Maximum size of the cache of e-books converted for Kobo devices, in megabytes. The least recently used ones are deleted.',
  ),
} as const
