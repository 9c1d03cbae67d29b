/** Matches whole libraries with metadata providers: providers, runs and their review. */
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { EmptyState } from '../../../components/feedback/states'
import { t } from '../../../i18n/i18n'
import { usePermission } from '../../../state/session/session'
import { Entries, SettingsCard, Part, PendingSection } from '../shared/settings-section'
import { LibraryMatching } from './library-matching'
import { RunEntry } from './run-entry'

const params = { query: { pageSize: 20 } }
const pollMs = 1_500

type Runs = readonly Schemas['MatchRun'][] | undefined

export function Metadata() {
  const mayManage = usePermission('libraries:write')
  const libraries = useQuery(apiQuery('/api/v1/libraries'))
  const { data: runs } = useQuery({
    ...apiQuery('/api/v1/metadata-runs', { params }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.some(isPending) ? pollMs : false),
    select: ({ data }) => data,
  })
  if (!libraries.data) return <PendingSection title={t('Metadata')} question={libraries} />
  return (
    <Part
      title={t('Metadata')}
      lead={t(
        'Summaries, covers, years, and volume and chapter counts from catalogs on the internet. Titles, authors, ISBNs, and volume and issue numbers are sent to the providers that you use here, but only after you start matching or turn on automatic matching. Fields that you edited or locked are never changed.',
      )}
    >
      {mayManage &&
        libraries.data.map((library) => (
          <LibraryMatching
            key={library.id}
            library={library}
            isRunning={isLibraryRunning(runs, library.id)}
          />
        ))}
      {libraries.data.length === 0 && <EmptyState title={t('No libraries yet')} />}
      {!mayManage && runs?.length === 0 && (
        <EmptyState title={t('No matching runs yet')}>
          {t('Select series in the library and choose “Find metadata”')}
        </EmptyState>
      )}
      <RunList runs={runs} libraries={libraries.data} />
    </Part>
  )
}

const isLibraryRunning = (runs: Runs, id: string): boolean =>
  runs?.some(({ libraryId, state }) => libraryId === id && state === 'running') ?? false

function RunList({ runs = [], libraries }: { runs: Runs; libraries: Schemas['Library'][] }) {
  const names = new Map(libraries.map(({ id, name }) => [id, name]))
  if (runs.length === 0) return null
  return (
    <SettingsCard title={t('Matching runs')}>
      <Entries label={t('Matching runs')}>
        {runs.map((run) => (
          <RunEntry
            key={run.id}
            run={run}
            name={names.get(run.libraryId ?? '') ?? t('Selected series')}
          />
        ))}
      </Entries>
    </SettingsCard>
  )
}

const isPending = ({ state, undoRequestedAt, undoneAt }: Schemas['MatchRun']) =>
  state === 'running' || (undoRequestedAt !== null && undoneAt === null)
