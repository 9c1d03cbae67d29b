/** Limits many users at once. */
import { useState } from 'react'
import { readResponse, api } from '../../../api/client'
import { useChange } from '../../../components/use-change'
import { t } from '../../../i18n/i18n'
import { LibraryChoice } from '../libraries/library-choice'
import { ChangesSheet } from '../shared/changes-sheet'
import { FormSection } from '../shared/settings-section'
import { LimitFields } from './limit-fields'
import type { LimitsPatch } from './limits'
import { People } from './people'

export function BulkLimits({ onClose }: { onClose: () => void }) {
  const [userIds, setUserIds] = useState<string[]>([])
  const [limits, setLimits] = useState<LimitsPatch>({})
  const change = (patch: LimitsPatch) => setLimits((last) => ({ ...last, ...patch }))
  const save = useChange({
    once: true,
    act: () =>
      readResponse(api.PATCH('/api/v1/users/bulk/restrictions', { body: { userIds, ...limits } })),
    done: ({ updatedCount }) =>
      t('Restrictions of {count, plural, one {# user} other {# users}} changed', {
        count: updatedCount,
      }),
    stale: ['/api/v1/users'],
    onDone: onClose,
    quiet: true,
  })
  return (
    <ChangesSheet
      title={t('Restrict several users')}
      isChanged={userIds.length > 0 || Object.keys(limits).length > 0}
      isComplete={userIds.length > 0 && Object.keys(limits).length > 0}
      save={save}
      onClose={onClose}
    >
      <FormSection title={t('Users')}>
        <People value={userIds} onChange={setUserIds} />
      </FormSection>
      <FormSection title={t('Restrictions')}>
        <p>{t('Settings that you don’t change stay as they are for each user.')}</p>
        <LibraryChoice
          value={limits.libraryIds ?? null}
          onChange={(libraryIds) => change({ libraryIds })}
          hint={() => t('They can’t see any other library.')}
        />
        <LimitFields value={limits} onChange={change} />
      </FormSection>
    </ChangesSheet>
  )
}
