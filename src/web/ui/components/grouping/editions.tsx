/** Other editions, languages and adaptations of a series, which users can link and unlink. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../api/client'
import { apiQuery } from '../../api/query'
import { t } from '../../i18n/i18n'
import { usePermission } from '../../state/session/session'
import { Card } from '../card/card'
import { Button, IconButton } from '../controls/button'
import { NativeSelect } from '../controls/native-select'
import { Dialog } from '../dialogs/dialog'
import { CloseIcon, PlusIcon } from '../icons'
import { useChange } from '../use-change'
import { withId } from '../use-action'
import details from '../details/details.module.css'
import styles from './grouping.module.css'
import { SeriesPicker } from './series-picker'

type Edition = Schemas['SeriesEdition']
type Kind = Edition['kind']

const path = '/api/v1/series/{id}/editions'

const kindLabels = (): Record<Kind, string> => ({
  language: t('Other language'),
  edition: t('Other edition'),
  adaptation: t('Adaptation'),
})

export function Editions({ seriesId }: { seriesId: string }) {
  const may = usePermission('series:write')
  const { data } = useQuery(apiQuery(path, withId(seriesId)))
  const [isAdding, setAdding] = useState(false)
  if (!data || (data.length === 0 && !may)) return null
  return (
    <Card title={t('Other editions')}>
      {data.length > 0 && (
        <ul role="list" className={styles.list}>
          {data.map((edition) => (
            <Entry key={edition.seriesId} seriesId={seriesId} edition={edition} may={may} />
          ))}
        </ul>
      )}
      {may && (
        <Button small icon={PlusIcon} onClick={() => setAdding(true)}>
          {t('Link an edition…')}
        </Button>
      )}
      {isAdding && (
        <AddEdition
          seriesId={seriesId}
          excluded={[seriesId, ...data.map((edition) => edition.seriesId)]}
          onClose={() => setAdding(false)}
        />
      )}
    </Card>
  )
}

interface EntryProps {
  seriesId: string
  edition: Edition
  may: boolean
}

function Entry({
  seriesId,
  edition: { seriesId: id, title, kind, year, libraryName },
  may,
}: EntryProps) {
  const remove = useChange({
    act: () =>
      readResponse(
        api.DELETE('/api/v1/series/{id}/editions/{editionId}', {
          params: { path: { id: seriesId, editionId: id } },
        }),
      ),
    stale: [path],
    once: true,
  })
  const facts = [kindLabels()[kind], year, libraryName]
  return (
    <li className={styles.entry}>
      <span>
        <Link to="/series/$id" params={{ id }} className={details.link}>
          <bdi>{title}</bdi>
        </Link>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </span>
      {may && (
        <IconButton
          label={t('Unlink {title}', { title })}
          icon={CloseIcon}
          onClick={() => remove.mutate()}
        />
      )}
    </li>
  )
}

interface AddProps {
  seriesId: string
  excluded: readonly string[]
  onClose: () => void
}

function AddEdition({ seriesId, excluded, onClose }: AddProps) {
  const [kind, setKind] = useState<Kind>('language')
  const add = useChange({
    act: (otherId: string) =>
      readResponse(api.POST(path, { ...withId(seriesId), body: { seriesId: otherId, kind } })),
    stale: [path],
    onDone: onClose,
    once: true,
  })
  return (
    <Dialog open onClose={onClose} title={t('Link an edition')}>
      <NativeSelect
        label={t('Type')}
        value={kind}
        choices={Object.entries(kindLabels()).map(([value, label]) => ({ value, label }))}
        onChange={(value) => setKind(value as Kind)}
      />
      <SeriesPicker excluded={excluded} onChoose={({ id }) => add.mutate(id)} />
    </Dialog>
  )
}
