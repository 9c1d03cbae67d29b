/** Invitation links, with which people create their own accounts. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { Button } from '../../../../components/controls/button'
import { EmptyState } from '../../../../components/feedback/states'
import { Pager } from '../../../../components/grid/pager'
import { ListIcon, PlusIcon } from '../../../../components/icons'
import { useChange } from '../../../../components/use-change'
import { formatMoment } from '../../../../i18n/date-time'
import { t } from '../../../../i18n/i18n'
import { formatUserRole } from '../../../../labels/server-labels'
import { Confirm } from '../../shared/confirm'
import { SettingsCard, Entries, Entry, Part, PendingSection } from '../../shared/settings-section'
import styles from '../../settings.module.css'
import { NewInvitation } from './new-invitation'

type Invitation = Schemas['Invitation']

const pageSize = 50

export function Invitations() {
  const [page, setPage] = useState(1)
  const [isNew, setNew] = useState(false)
  const invitations = useQuery({
    ...apiQuery('/api/v1/invitations', { params: { query: { page, pageSize } } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (!invitations.data) return <PendingSection title={t('Invitations')} question={invitations} />
  const { data, total, totalPages } = invitations.data
  return (
    <Part
      title={t('Invitations')}
      lead={t('Anyone with a valid invitation link can create an account')}
      actions={
        <Button variant="primary" icon={PlusIcon} onClick={() => setNew(true)}>
          {t('New invitation')}
        </Button>
      }
    >
      {total === 0 ? (
        <EmptyState icon={ListIcon} title={t('No invitations')} />
      ) : (
        <SettingsCard>
          <Entries label={t('Invitations')}>
            {data.map((invitation) => (
              <InvitationEntry key={invitation.id} invitation={invitation} />
            ))}
          </Entries>
        </SettingsCard>
      )}
      <Pager page={page} pages={totalPages} onChange={setPage} />
      {isNew && <NewInvitation onClose={() => setNew(false)} />}
    </Part>
  )
}

function InvitationEntry({ invitation }: { invitation: Invitation }) {
  const { id, note, role, createdBy } = invitation
  const [isAsking, setAsking] = useState(false)
  const revoke = useChange({
    once: true,
    act: () => readResponse(api.DELETE('/api/v1/invitations/{id}', { params: { path: { id } } })),
    done: t('Invitation revoked'),
    stale: ['/api/v1/invitations'],
  })
  const title = note || t('Invitation from {name}', { name: createdBy })
  return (
    <Entry
      title={
        <>
          {title}
          <span className={styles.tag}>{formatUserRole(role)}</span>
          {isOver(invitation) && <span className={styles.warned}>{t('no longer valid')}</span>}
        </>
      }
      facts={buildFacts(invitation).join(' · ')}
      actions={
        <Button
          small
          onClick={() => setAsking(true)}
          aria-label={t('Revoke {name}', { name: title })}
        >
          {t('Revoke')}
        </Button>
      }
    >
      {isAsking && (
        <Confirm
          title={t('Revoke the invitation?')}
          action={t('Revoke')}
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{t('The link will stop working. Accounts created with it are kept.')}</p>
        </Confirm>
      )}
    </Entry>
  )
}

const isOver = ({ usedCount, maxUses, expiresAt }: Invitation) =>
  usedCount >= maxUses || new Date(expiresAt) <= new Date()

const buildFacts = ({
  usedCount,
  maxUses,
  expiresAt,
  libraryIds,
  createdBy,
  ageLimit,
}: Invitation) => [
  t('used {count} of {max}', { count: usedCount, max: maxUses }),
  t('until {when}', { when: formatMoment(expiresAt) }),
  libraryIds === null
    ? t('all libraries')
    : t('{count, plural, one {# library} other {# libraries}}', { count: libraryIds.length }),
  ...(ageLimit === null ? [] : [t('up to {age}', { age: ageLimit })]),
  t('by {name}', { name: createdBy }),
]
