/** Limits that apply to a user, with the setting or group that each one comes from. */
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { t } from '../../../i18n/i18n'
import styles from '../settings.module.css'

type Source = Schemas['GrantSource']

export function EffectiveAccess({ userId }: { userId: string }) {
  const { data } = useQuery({
    ...apiQuery('/api/v1/users/{id}/effective-grants', { params: { path: { id: userId } } }),
    staleTime: 0,
  })
  const libraries = useQuery(apiQuery('/api/v1/libraries')).data ?? []
  if (!data) return null
  const nameOf = (id: string) => libraries.find((one) => one.id === id)?.name ?? ''
  const lines = listLines(data, nameOf)
  return (
    <div>
      <h4>{t('Effective restrictions')}</h4>
      <ul aria-label={t('Effective restrictions')}>
        {lines.length === 0 && <li>{t('Everything is visible')}</li>}
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {data.hasReaderPermissionsOnly && (
        <p className={styles.hint}>
          {t(
            'While restrictions by age or sharing tag apply, this user has at most the permissions of a reader',
          )}
        </p>
      )}
    </div>
  )
}

function listLines(data: Schemas['EffectiveGrants'], nameOf: (id: string) => string): string[] {
  const { libraryIds, ageLimit, hidesUnrated, grants } = data
  return [
    ...(libraryIds
      ? [
          t('Only the libraries {names} ({source})', {
            names: joinNames(libraryIds.map(nameOf)),
            source: formatSources(data.librarySources),
          }),
        ]
      : []),
    ...(ageLimit === null
      ? []
      : [
          t('Age rating up to {age} ({source})', {
            age: ageLimit,
            source: formatSources(data.ageLimitSources),
          }),
        ]),
    ...(hidesUnrated
      ? [
          t('Series without an age rating are hidden ({source})', {
            source: formatSources(data.hidesUnratedSources),
          }),
        ]
      : []),
    ...grants.map(({ sharingTagName: tag, accessMode, sources }) => {
      const source = formatSources(sources)
      return accessMode === 'deny'
        ? t('{tag} is hidden ({source})', { tag, source })
        : t('{tag} is allowed; series without an allowed tag are hidden ({source})', {
            tag,
            source,
          })
    }),
  ]
}

const formatSources = (sources: readonly Source[]) =>
  joinNames(
    sources.map(({ groupName }) =>
      groupName === null ? t('own setting') : t('group {name}', { name: groupName }),
    ),
  )

const joinNames = (names: readonly string[]) => names.join(', ')
