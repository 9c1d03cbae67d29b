/** Kinds of library records. Each kind comes after the kinds that it refers to. */
import { sql } from 'drizzle-orm'
import { covers } from '../../../artwork/covers/schema'
import { bookContents, bookMetadata, bookPaths, books } from '../../../catalog/books/schema'
import { nameRules } from '../../../catalog/corrections/schema'
import { duplicateDismissals } from '../../../catalog/duplicates/schema'
import {
  genreCounts,
  genres,
  seriesGenres,
  seriesTags,
  tagCounts,
  tags,
} from '../../../catalog/labels/schema'
import { libraries, libraryRoots } from '../../../catalog/libraries/schema'
import {
  alternateTitles,
  externalIds,
  externalLinks,
  externalRatings,
  matchExclusions,
  metadataChangeSets,
  metadataOffers,
} from '../../../catalog/metadata/schema'
import { seriesEditions } from '../../../catalog/series/editions/schema'
import {
  people,
  series,
  seriesMetadata,
  seriesPeople,
  seriesTracking,
} from '../../../catalog/series/schema'
import { sharingSets, sharingSetTags, sharingTags } from '../../../catalog/sharing-tags/schema'
import { sidecars } from '../../../catalog/sidecars/schema'
import type { ExportKind } from '../../../admin/transfer/everything/export-kind'
import { contentIdentity } from '../../../reading/progress/preserve-reading'
import { checkCoverFile } from './file-checks'

const ofThisMachine = 'belongs to this machine; the next scan finds it'

export const libraryKinds: readonly ExportKind[] = [
  {
    name: 'libraries',
    about: 'Libraries and how they are scanned.',
    table: libraries,
    leftOut: {
      state: ofThisMachine,
      stateReason: ofThisMachine,
      stateChangedAt: ofThisMachine,
    },
  },
  {
    name: 'library_roots',
    about: 'The folders of the libraries.',
    table: libraryRoots,
    folders: ['path'],
    leftOut: {
      device: ofThisMachine,
      mounts: ofThisMachine,
      signature: ofThisMachine,
      watchMode: ofThisMachine,
      watchReason: ofThisMachine,
    },
  },
  { name: 'name_rules', about: 'Rules for reading file names.', table: nameRules },
  { name: 'sharing_tags', about: 'Tags that decide who can see a series.', table: sharingTags },
  { name: 'sharing_sets', about: 'Combinations of sharing tags.', table: sharingSets },
  { name: 'sharing_set_tags', about: 'The tags of each combination.', table: sharingSetTags },
]

export const catalogKinds: readonly ExportKind[] = [
  {
    name: 'series',
    about: 'Series. `metadata` has the fields with their locks and sources.',
    table: series,
    orderBy: ['n'],
    nested: [{ member: 'metadata', table: seriesMetadata, by: 'n', folders: ['path'] }],
  },
  {
    name: 'books',
    about:
      'Books. `path` is absolute; `metadata` has the fields with their locks and sources; `identity` finds the book again if it was deleted.',
    table: books,
    orderBy: ['n'],
    nested: [{ member: 'metadata', table: bookMetadata, by: 'n' }],
    relativePaths: ['relativePath'],
    extras: () => ({
      path: sql`(select path from library_roots where id = ${books.rootId}) || '/' || ${books.relativePath}`,
      identity: contentIdentity,
    }),
  },
  {
    name: 'contents',
    about: 'What the files contain: pages, findings, and the metadata of the file.',
    table: bookContents,
    of: ['books'],
    atOnce: 50,
  },
  {
    name: 'path_history',
    about: 'Former paths of moved books.',
    table: bookPaths,
    of: ['books'],
    relativePaths: ['relativePath'],
  },
  { name: 'people', about: 'People who made series and books.', table: people },
  { name: 'series_people', about: 'Roles of people in series.', table: seriesPeople },
  { name: 'genres', about: 'Genres.', table: genres },
  { name: 'tags', about: 'Tags.', table: tags },
  { name: 'series_genres', about: 'Genres of series.', table: seriesGenres },
  { name: 'series_tags', about: 'Tags of series.', table: seriesTags },
  { name: 'genre_counts', about: 'Number of series of each genre.', table: genreCounts },
  { name: 'tag_counts', about: 'Number of series with each tag.', table: tagCounts },
  { name: 'alternate_titles', about: 'Other titles of series.', table: alternateTitles },
  { name: 'external_ids', about: 'IDs of series elsewhere.', table: externalIds },
  { name: 'external_links', about: 'Links of series.', table: externalLinks },
  { name: 'external_ratings', about: 'Ratings of series elsewhere.', table: externalRatings },
  { name: 'editions', about: 'Series that are editions of one work.', table: seriesEditions },
  { name: 'tracking', about: 'Settings for new releases of series.', table: seriesTracking },
  { name: 'metadata_offers', about: 'Metadata that providers sent.', table: metadataOffers },
  { name: 'match_exclusions', about: 'Works that a user excluded.', table: matchExclusions },
  { name: 'metadata_changes', about: 'Changes of metadata, for undo.', table: metadataChangeSets },
  {
    name: 'duplicate_dismissals',
    about: 'Duplicates that a user dismissed.',
    table: duplicateDismissals,
  },
  {
    name: 'sidecars',
    about: 'Files beside the books: metadata and images.',
    table: sidecars,
    relativePaths: ['folder', 'name'],
  },
]

/** Comes after the lists, which also have covers. */
export const coverKinds: readonly ExportKind[] = [
  {
    name: 'covers',
    about:
      'Uploaded and suggested covers, and pictures of people. Their files are in the folder `covers`.',
    table: covers,
    check: checkCoverFile,
  },
]
