import { useQuery } from '@tanstack/react-query'
import { readResponse, api, type Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { formatDate, t } from '../../../i18n/i18n'
import { formatAgo } from '../../../i18n/date-time'
import { SettingsCard, Entries, Entry, Part, PendingSection } from '../shared/settings-section'
import styles from '../settings.module.css'
import { useChange } from '../../../components/use-change'

const stale = ['/api/v1/auth/sessions']

export function Sessions() {
  const sessions = useQuery({ ...apiQuery('/api/v1/auth/sessions'), staleTime: 0 })
  const endOthers = useChange({
    act: () => readResponse(api.DELETE('/api/v1/auth/sessions')),
    done: t('Signed out all other devices'),
    stale,
  })
  if (!sessions.data) return <PendingSection title={t('Sessions')} question={sessions} />
  const hasOthers = sessions.data.some(({ isCurrent }) => !isCurrent)
  return (
    <Part
      title={t('Sessions')}
      lead={t(
        'Devices signed in to your account. If you don’t recognize one, sign it out and change your password.',
      )}
      actions={
        hasOthers && (
          <Button busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {t('Sign out all other devices')}
          </Button>
        )
      }
    >
      <SettingsCard>
        <Entries label={t('Sessions')}>
          {sessions.data.map((session) => (
            <SessionEntry key={session.id} session={session} />
          ))}
        </Entries>
      </SettingsCard>
    </Part>
  )
}

function SessionEntry({ session }: { session: Schemas['Session'] }) {
  const { id, isCurrent, lastUsedAt, createdAt, address } = session
  const end = useChange({
    act: () => readResponse(api.DELETE('/api/v1/auth/sessions/{id}', { params: { path: { id } } })),
    done: t('Signed out'),
    stale,
  })
  const facts = [
    isCurrent ? t('now') : t('last used {when}', { when: formatAgo(lastUsedAt) }),
    t('since {date}', { date: formatDate(createdAt) }),
    ...(address ? [address] : []),
  ]
  return (
    <Entry
      title={
        <>
          {formatDevice(session)}
          {isCurrent && <span className={styles.tag}>{t('this device')}</span>}
        </>
      }
      facts={facts.join(' · ')}
      actions={
        !isCurrent && (
          <Button small busy={end.isPending} onClick={() => end.mutate()}>
            {t('Sign out')}
          </Button>
        )
      }
    />
  )
}

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

/** Returns text such as `Firefox, Android`. Apps send their own name. */
export function formatDevice({
  userAgent,
  kind,
}: Pick<Schemas['Session'], 'userAgent' | 'kind'>): string {
  if (!userAgent) return kind === 'browser' ? t('Browser') : t('App')
  const nameIn = (table: readonly (readonly [string, string])[]) =>
    table.find(([mark]) => userAgent.includes(mark))?.[1]
  const known = [nameIn(browsers), nameIn(systems)].filter(Boolean).join(', ')
  return known || userAgent.slice(0, 80)
}
