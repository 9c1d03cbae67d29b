/** Kinds of library maintenance records. Each kind comes after the kinds that it refers to. */
import { ne, sql } from 'drizzle-orm'
import type { ExportKind } from '../../../admin/transfer/everything/export-kind'
import { connections } from '../../../ingest/connections/schema'
import {
  groupingChangeBooks,
  groupingChangeCopies,
  groupingChanges,
  groupingChangeSeries,
} from '../../../ingest/grouping/by-hand/schema'
import { importFacts, imports, waitingFacts } from '../../../ingest/importing/schema'
import {
  libraryJobs,
  libraryMatching,
  matchRunItems,
  matchRuns,
} from '../../../ingest/metadata-matching/schema'
import { pluginLibraries, plugins, pluginValues } from '../../../ingest/plugins/schema'
import { syncChanges, syncRuns, syncStates } from '../../../ingest/reading-sync/schema'
import { recommendationDismissals } from '../../../ingest/recommendations/schema'
import {
  releases,
  releaseSeen,
  releaseSources,
  seriesAliases,
} from '../../../ingest/releases/schema'
import { copyMerges, ignoredFiles } from '../../../ingest/scanning/schema'
import { purges } from '../../../ingest/trash/schema'
import { checkPlugin } from './file-checks'

const isEndedRun = sql`${matchRunItems.runId} in
  (select ${matchRuns.id} from ${matchRuns} where ${matchRuns.state} <> 'running')`
const sealed = 'sealed with the key of this installation'

export const upkeepKinds: readonly ExportKind[] = [
  {
    name: 'plugins',
    about: 'Plugins and their settings, without their programs and credentials.',
    table: plugins,
    check: checkPlugin,
    leftOut: {
      sealedCredentials: sealed,
      isUnconfinedAllowed: 'an administrator has to agree on each machine',
    },
  },
  { name: 'plugin_libraries', about: 'Libraries of plugins.', table: pluginLibraries },
  { name: 'plugin_values', about: 'Values that plugins stored.', table: pluginValues },
  {
    name: 'connections',
    about: 'Accounts at reading list services, without their tokens.',
    table: connections,
    leftOut: { sealedTokens: sealed },
  },
  { name: 'sync_states', about: 'Works after the last sync.', table: syncStates },
  { name: 'sync_runs', about: 'Syncs.', table: syncRuns },
  { name: 'sync_changes', about: 'Changes of syncs.', table: syncChanges },
  { name: 'library_matching', about: 'How libraries are matched.', table: libraryMatching },
  { name: 'library_jobs', about: 'Scheduled refreshes of libraries.', table: libraryJobs },
  {
    name: 'match_runs',
    about: 'Runs that matched or refreshed series.',
    table: matchRuns,
    where: () => ne(matchRuns.state, 'running'),
  },
  {
    name: 'match_run_items',
    about: 'Series and books of these runs.',
    table: matchRunItems,
    where: () => isEndedRun,
  },
  { name: 'aliases', about: 'Names under which releases appear.', table: seriesAliases },
  { name: 'release_sources', about: 'Sources of releases.', table: releaseSources },
  { name: 'releases', about: 'Releases.', table: releases },
  { name: 'releases_seen', about: 'Releases that users have seen.', table: releaseSeen },
  {
    name: 'recommendation_dismissals',
    about: 'Series that users do not want recommended.',
    table: recommendationDismissals,
  },
  {
    name: 'ignored_files',
    about: 'Files that scans ignore.',
    table: ignoredFiles,
    relativePaths: ['relativePath'],
  },
  { name: 'merges', about: 'Deleted books and series that others continue.', table: copyMerges },
  {
    name: 'purges',
    about: 'Books, series and libraries that were deleted permanently.',
    table: purges,
    where: () => sql`${purges.status} in ('completed', 'failed')`,
  },
  { name: 'grouping_changes', about: 'Changes of grouping by hand.', table: groupingChanges },
  { name: 'grouping_books', about: 'Books of these changes.', table: groupingChangeBooks },
  { name: 'grouping_series', about: 'Series of these changes.', table: groupingChangeSeries },
  { name: 'grouping_copies', about: 'Copies of these changes.', table: groupingChangeCopies },
  { name: 'imports', about: 'Imports from other programs.', table: imports },
  { name: 'import_facts', about: 'What these imports added.', table: importFacts },
  {
    name: 'waiting_facts',
    about:
      'What people did in other programs with books that are not here yet, and the labels of such books.',
    table: waitingFacts,
  },
]
