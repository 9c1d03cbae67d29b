/** Data that is kept for permanently deleted books, and an action that deletes it. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { Button } from '../../../../components/controls/button'
import { useChange } from '../../../../components/use-change'
import { t } from '../../../../i18n/i18n'
import { Confirm } from '../../shared/confirm'
import { SettingsCard, Entries, Entry } from '../../shared/settings-section'
import styles from '../../settings.module.css'
import { formatBookCount } from './trash-labels'

type Preserved = Schemas['PreservedData']

export function PreservedData() {
  const [isAsking, setAsking] = useState(false)
  const { data } = useQuery({ ...apiQuery('/api/v1/preserved-data'), staleTime: 0 })
  if (!data || data.entryCount === 0) return null
  return (
    <SettingsCard>
      <Entries label={t('Data kept for deleted books')}>
        <Entry
          title={t('Data kept for deleted books')}
          facts={formatExtent(data)}
          actions={
            <Button small onClick={() => setAsking(true)}>
              {t('Delete data permanently…')}
            </Button>
          }
        >
          <div className={styles.entryFacts}>
            {t(
              'Restored when the files return: reading history and ratings at any time, everything else within 90 days',
            )}
          </div>
        </Entry>
      </Entries>
      {isAsking && <Forget preserved={data} onClose={() => setAsking(false)} />}
    </SettingsCard>
  )
}

const formatExtent = ({ bookCount, userCount, entryCount }: Preserved) =>
  [
    formatBookCount(bookCount),
    t('{users, plural, one {# user} other {# users}}', { users: userCount }),
    t('{entries, plural, one {# entry} other {# entries}}', { entries: entryCount }),
  ].join(' · ')

function Forget({ preserved, onClose }: { preserved: Preserved; onClose: () => void }) {
  const { entryCount } = preserved
  const forget = useChange({
    act: () => readResponse(api.POST('/api/v1/preserved-data/forget', { body: { entryCount } })),
    done: t('Data permanently deleted'),
    stale: ['/api/v1/preserved-data'],
    onDone: onClose,
  })
  return (
    <Confirm
      title={t('Permanently delete the data kept for deleted books?')}
      action={t('Delete data permanently')}
      busy={forget.isPending}
      onClose={onClose}
      onConfirm={() => forget.mutate()}
    >
      <p>{formatExtent(preserved)}</p>
      <p>
        {t(
          'All reading history, bookmarks, edits and covers kept for permanently deleted books will be deleted, for all users. If the files return, the books will be added as new. This can’t be undone.',
        )}
      </p>
    </Confirm>
  )
}
