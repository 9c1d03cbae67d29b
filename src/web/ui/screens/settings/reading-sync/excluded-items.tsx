/** Excludes libraries, series and adult titles from a connection. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { Field } from '../../../components/controls/field'
import { Switch } from '../../../components/controls/switch'
import { Sheet } from '../../../components/dialogs/dialog'
import { t } from '../../../i18n/i18n'
import styles from '../settings.module.css'
import { type Connection, useConfigChange } from './connection-settings'

interface KeptOutProps {
  connection: Connection
  onClose: () => void
}

const listIds = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

const toggle = (ids: readonly string[], id: string) =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]

export function ExcludedItems({ connection, onClose }: KeptOutProps) {
  const { pluginDisplayName: name } = connection
  const change = useConfigChange(connection)
  // Shows the latest choice immediately.
  const config = { ...connection.config, ...(change.isPending && change.variables) }
  const libraryIds = listIds(config['excludedLibraryIds'])
  const seriesIds = listIds(config['excludedSeriesIds'])
  return (
    <Sheet open onClose={onClose} title={t('Exclude series from {name}', { name })}>
      <p>
        {t(
          'Nothing about excluded series is sent to {name}, and none of their books are marked as read',
          { name },
        )}
      </p>
      <Switch
        label={t('Adult titles')}
        hint={t('Series with an age rating of 18 or higher')}
        checked={config['excludeAdult'] === true}
        onChange={(excludeAdult) => change.mutate({ excludeAdult })}
      />
      <Libraries
        chosen={libraryIds}
        onTurn={(id) => change.mutate({ excludedLibraryIds: toggle(libraryIds, id) })}
      />
      <SeriesChoice
        chosen={seriesIds}
        onTurn={(id) => change.mutate({ excludedSeriesIds: toggle(seriesIds, id) })}
      />
    </Sheet>
  )
}

interface ChoiceProps {
  chosen: readonly string[]
  onTurn: (id: string) => void
}

function Libraries({ chosen, onTurn }: ChoiceProps) {
  const libraries = useQuery(apiQuery('/api/v1/libraries')).data ?? []
  if (libraries.length === 0) return null
  return (
    <div className={styles.checks} role="group" aria-label={t('Excluded libraries')}>
      <h3>{t('Libraries')}</h3>
      {libraries.map(({ id, name }) => (
        <label key={id} className={styles.check}>
          <input type="checkbox" checked={chosen.includes(id)} onChange={() => onTurn(id)} />
          <span>{name}</span>
        </label>
      ))}
    </div>
  )
}

const found = 8
const shown = 50

function SeriesChoice({ chosen, onTurn }: ChoiceProps) {
  const [search, setSearch] = useState('')
  const results = useQuery({
    ...apiQuery('/api/v1/series', { params: { query: { search, pageSize: found } } }),
    enabled: search.trim() !== '',
  })
  const known = useQueries({
    queries: chosen
      .slice(0, shown)
      .map((id) => apiQuery('/api/v1/series/{id}', { params: { path: { id } } })),
  }).flatMap(({ data }) => (data ? [{ id: data.id, title: data.metadata.title }] : []))
  const others = (search.trim() === '' ? [] : (results.data?.data ?? []))
    .filter(({ id }) => !chosen.includes(id))
    .map(({ id, metadata }) => ({ id, title: metadata.title }))
  return (
    <>
      <Field
        label={t('Exclude a series')}
        name="left-out-series"
        type="search"
        autoComplete="off"
        value={search}
        maxLength={200}
        onChange={({ target }) => setSearch(target.value)}
      />
      <ul className={styles.changes}>
        {others.map(({ id, title }) => (
          <li key={id}>
            {title}{' '}
            <Button small onClick={() => onTurn(id)} aria-label={t('Exclude {title}', { title })}>
              {t('Exclude')}
            </Button>
          </li>
        ))}
        {known.map(({ id, title }) => (
          <li key={id}>
            {title}{' '}
            <Button
              small
              onClick={() => onTurn(id)}
              aria-label={t('Include again: {title}', { title })}
            >
              {t('Include again')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
