/** Overview of access at the top of the page: which users are limited, and how. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '../../../api/client'
import { apiQuery } from '../../../api/query'
import { Button } from '../../../components/controls/button'
import { ErrorState, Loading } from '../../../components/feedback/states'
import { Pager } from '../../../components/grid/pager'
import { formatNumber, t } from '../../../i18n/i18n'
import { formatUserRole } from '../../../labels/server-labels'
import styles from '../settings.module.css'
import { SettingsCard, Entries, Entry } from '../shared/settings-section'
import { EditUser } from '../users/edit-user'

const pageSize = 50

export function PeopleAccess() {
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<string>()
  const people = useQuery({
    ...apiQuery('/api/v1/access/users', { params: { query: { page, pageSize } } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <SettingsCard
      title={t('People')}
      hint={t('What each person sees. Edit a person to set an age limit.')}
    >
      {people.data ? (
        <>
          <Entries label={t('People')}>
            {people.data.data.map((person) => (
              <PersonEntry key={person.userId} person={person} onOpen={setOpened} />
            ))}
          </Entries>
          <Pager page={page} pages={people.data.totalPages} onChange={setPage} />
        </>
      ) : (
        <Pending question={people} />
      )}
      {opened !== undefined && <PersonSheet id={opened} onClose={() => setOpened(undefined)} />}
    </SettingsCard>
  )
}

const Pending = ({
  question: { error, refetch },
}: {
  question: { error: unknown; refetch: () => unknown }
}) => (error ? <ErrorState error={error} retry={refetch} /> : <Loading />)

type Person = Schemas['UserAccess']

interface PersonEntryProps {
  person: Person
  onOpen: (id: string) => void
}

const PersonEntry = ({ person, onOpen }: PersonEntryProps) => (
  <Entry
    title={
      <>
        {person.username}
        {person.isAdministrator && <span className={styles.tag}>{formatUserRole('admin')}</span>}
        {!person.isActive && <span className={styles.warned}>{t('disabled')}</span>}
      </>
    }
    facts={listFacts(person).join(' · ')}
    actions={
      !person.isAdministrator && (
        <Button
          small
          aria-label={t('Edit {name}', { name: person.username })}
          onClick={() => onOpen(person.userId)}
        >
          {t('Edit')}
        </Button>
      )
    }
  />
)

function listFacts(person: Person): string[] {
  const { totalCount: total, ageLimit, libraryIds } = person
  const { hiddenUnratedCount: hidden, visibleUnratedCount: unrated } = person
  const visible = formatNumber(person.visibleCount)
  if (person.isAdministrator) return [t('sees everything')]
  return [
    t('sees {visible} of {total, plural, one {# series} other {# series}}', { visible, total }),
    ...(ageLimit === null ? [] : [t('up to {age}', { age: ageLimit })]),
    ...(hidden > 0
      ? [
          t(
            '{count, plural, one {# series without an age rating is hidden} other {# series without an age rating are hidden}}',
            { count: hidden },
          ),
        ]
      : []),
    ...(ageLimit !== null && unrated > 0
      ? [
          t(
            '{count, plural, one {# series without an age rating is shown} other {# series without an age rating are shown}}',
            { count: unrated },
          ),
        ]
      : []),
    ...(libraryIds === null
      ? []
      : [t('{count, plural, one {# library} other {# libraries}}', { count: libraryIds.length })]),
    ...(person.hasTagRules ? [t('limited by sharing tags')] : []),
  ]
}

function PersonSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const user = useQuery({
    ...apiQuery('/api/v1/users/{id}', { params: { path: { id } } }),
    staleTime: 0,
  })
  return user.data ? <EditUser user={user.data} onClose={onClose} /> : null
}
