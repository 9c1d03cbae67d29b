import { api, readResponse, type Schemas } from '../../api/client'
import { t } from '../../i18n/i18n'
import { toast } from '../feedback/toast'
import { useChange } from '../use-change'

type Release = Schemas['Release']
type Action = Schemas['BulkReleases']['action']

export interface ReleaseChange {
  releases: readonly Release[]
  action: Action
}

/** Paths of the responses that contain releases. */
export const releasePaths = [
  '/api/v1/releases',
  '/api/v1/series/{id}/releases',
  '/api/v1/user/notifications',
]
const mostAtOnce = 500

/** Changes the state of releases. The toast offers undo. */
export function useReleaseChanges() {
  const undo = useChange<ReleaseChange>({ act: changeAll, stale: releasePaths })
  const change = useChange<ReleaseChange, ReleaseChange>({
    act: async (given) => {
      await changeAll(given)
      return given
    },
    stale: releasePaths,
    onDone: ({ releases, action }) => {
      if (action === 'reset') return
      toast(formatDone(action, releases.length), {
        label: t('Undo'),
        onSelect: () => undo.mutate({ releases, action: 'reset' }),
      })
    },
  })
  return { change: change.mutate, isPending: change.isPending }
}

async function changeAll({ releases, action }: ReleaseChange) {
  for (let start = 0; start < releases.length; start += mostAtOnce) {
    const ids = releases.slice(start, start + mostAtOnce).map(({ id }) => id)
    await readResponse(api.POST('/api/v1/releases/bulk', { body: { ids, action } }))
  }
}

const formatDone = (action: Action, count: number): string =>
  action === 'mark-acquired'
    ? t('{count, plural, one {Marked as in your library} other {# marked as in your library}}', {
        count,
      })
    : t('{count, plural, one {Release dismissed} other {# releases dismissed}}', { count })
