/**
 * Edits the sharing tags of one or more series. Changes apply immediately, because the tags
 * determine who can see the series.
 */
import { useQuery } from '@tanstack/react-query'
import { readResponse, api } from '../../api/client'
import { apiQuery } from '../../api/query'
import { t } from '../../i18n/i18n'
import { Button } from '../controls/button'
import { Switch } from '../controls/switch'
import styles from '../edit/edit.module.css'
import { useChange } from '../use-change'

const stale = ['/api/v1/series', '/api/v1/admin/sharing-tags']

const useTags = () =>
  useQuery(apiQuery('/api/v1/admin/sharing-tags', { params: { query: { pageSize: 500 } } })).data
    ?.data

export function SeriesSharingTags({ id }: { id: string }) {
  const params = { path: { id } }
  const tags = useTags()
  const own = useQuery({
    ...apiQuery('/api/v1/series/{id}/sharing-tags', { params }),
    staleTime: 0,
  })
  const save = useChange({
    act: (sharingTagIds: string[]) =>
      readResponse(
        api.PUT('/api/v1/series/{id}/sharing-tags', { params, body: { sharingTagIds } }),
      ),
    stale,
    sequence: `sharing tags ${id}`,
  })
  if (!tags || !own.data) return null
  const present = own.data.map((tag) => tag.id)
  const turn = (tag: string, isOn: boolean) =>
    save.mutate(isOn ? [...present, tag] : present.filter((one) => one !== tag))
  return (
    <div className={styles.grid}>
      <Explanation isEmpty={tags.length === 0} />
      {tags.map(({ id: tag, name }) => (
        <Switch
          key={tag}
          label={name}
          checked={present.includes(tag)}
          disabled={save.isPending}
          onChange={(isOn) => turn(tag, isOn)}
        />
      ))}
    </div>
  )
}

export function BulkSharingTags({ ids }: { ids: readonly string[] }) {
  const tags = useTags()
  const save = useChange({
    act: (change: { add?: string[]; remove?: string[] }) => changeMany(ids, change),
    done: (count) =>
      t('{count, plural, one {Changed # series} other {Changed # series}}', { count }),
    stale,
    sequence: 'sharing tags',
  })
  if (!tags) return null
  return (
    <div className={styles.grid}>
      <Explanation isEmpty={tags.length === 0} />
      {tags.map(({ id, name }) => (
        <div key={id} role="group" aria-label={name}>
          <p>{name}</p>
          <Button small busy={save.isPending} onClick={() => save.mutate({ add: [id] })}>
            {t('Add to all')}
          </Button>{' '}
          <Button small busy={save.isPending} onClick={() => save.mutate({ remove: [id] })}>
            {t('Remove from all')}
          </Button>
        </div>
      ))}
    </div>
  )
}

const perRequest = 500

async function changeMany(ids: readonly string[], change: { add?: string[]; remove?: string[] }) {
  let changed = 0
  for (let from = 0; from < ids.length; from += perRequest) {
    const body = { seriesIds: ids.slice(from, from + perRequest), ...change }
    const { updatedCount } = await readResponse(
      api.PATCH('/api/v1/series/bulk/sharing-tags', { body }),
    )
    changed += updatedCount
  }
  return changed
}

const Explanation = ({ isEmpty }: { isEmpty: boolean }) => (
  <p className={styles.hint}>
    {isEmpty
      ? t('There are no sharing tags yet. Add some in Settings → Access.')
      : t('Sharing tags determine who can see the series. Changes apply immediately.')}
  </p>
)
