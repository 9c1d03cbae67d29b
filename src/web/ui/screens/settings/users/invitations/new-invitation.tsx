/** Creates an invitation and shows its link once. */
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { api, baseUrl, readResponse } from '../../../../api/client'
import { Button } from '../../../../components/controls/button'
import { Field } from '../../../../components/controls/field'
import { Select } from '../../../../components/controls/select'
import { Sheet } from '../../../../components/dialogs/dialog'
import { useChange } from '../../../../components/use-change'
import { t } from '../../../../i18n/i18n'
import { usePermission } from '../../../../state/session/session'
import { CopiedValue } from '../../apps/copied-value'
import type { Reach } from '../../libraries/library-choice'
import { ChangesSheet } from '../../shared/changes-sheet'
import styles from '../../settings.module.css'
import { GroupChoice } from '../../access/group-choice'
import { type AccountKind, ChildFields, KindChoice, readKind, usualKind } from '../account-kind'
import { LibraryAccess } from '../library-access'

const lifetimes = ['1', '7', '30'] as const

interface Draft extends AccountKind {
  note: string
  reach: Reach
  groupIds: readonly string[]
  maxUses: string
  days: (typeof lifetimes)[number]
}

const first: Draft = {
  note: '',
  ...usualKind,
  reach: null,
  groupIds: [],
  maxUses: '1',
  days: '7',
}

export function NewInvitation({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(first)
  const [link, setLink] = useState<string>()
  const queries = useQueryClient()
  const make = useChange({
    once: true,
    act: () => createInvitation(draft),
    onDone: ({ token }) => {
      // Shows the link even if the list cannot be refreshed, because it is shown only once.
      setLink(`${baseUrl}invitation#token=${token}`)
      void queries.invalidateQueries({ queryKey: ['/api/v1/invitations'] })
    },
    quiet: true,
  })
  if (link !== undefined) return <Shown link={link} onClose={onClose} />
  return (
    <ChangesSheet
      title={t('New invitation')}
      action={t('Create link')}
      isChanged
      isComplete={isCount(draft.maxUses)}
      save={make}
      onClose={onClose}
    >
      <Fields draft={draft} onChange={(patch) => setDraft((last) => ({ ...last, ...patch }))} />
    </ChangesSheet>
  )
}

const isCount = (text: string) =>
  /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= 1000

function createInvitation({ note, reach, groupIds, maxUses, days, ...kind }: Draft) {
  const isAdmin = kind.kind === 'admin'
  const body = {
    note: note.trim(),
    ...readKind(kind),
    libraryIds: isAdmin || reach === null ? null : [...reach],
    accessGroupIds: isAdmin ? [] : [...groupIds],
    maxUses: Number(maxUses),
    expiresAt: new Date(Date.now() + Number(days) * 86_400_000).toISOString(),
  }
  return readResponse(api.POST('/api/v1/invitations', { body }))
}

/** Only administrators can see the access groups. */
const Groups = (props: ComponentProps<typeof GroupChoice>) =>
  usePermission('system:admin') ? <GroupChoice {...props} /> : null

interface FieldsProps {
  draft: Draft
  onChange: (patch: Partial<Draft>) => void
}

const Fields = ({ draft, onChange }: FieldsProps) => (
  <>
    <Field
      label={t('Note')}
      name="note"
      value={draft.note}
      maxLength={100}
      autoFocus
      hint={t('Helps you find the invitation in the list')}
      onChange={({ target }) => onChange({ note: target.value })}
    />
    <KindChoice value={draft} onChange={onChange} />
    {draft.kind !== 'admin' && (
      <>
        <LibraryAccess value={draft.reach} onChange={(next) => onChange({ reach: next })} />
        <Groups value={draft.groupIds} onChange={(next) => onChange({ groupIds: next })} />
      </>
    )}
    <ChildFields
      value={draft}
      name={t('The new account')}
      limits={readLimits(draft)}
      onChange={onChange}
    />
    <Field
      label={t('Number of accounts')}
      hint={t('How many people can use the link')}
      name="maxUses"
      type="number"
      min={1}
      max={1000}
      value={draft.maxUses}
      onChange={({ target }) => onChange({ maxUses: target.value })}
    />
    <Select<Draft['days']>
      label={t('Valid for')}
      choices={lifetimes.map((value) => ({
        value,
        label: t('{count, plural, one {# day} other {# days}}', { count: Number(value) }),
      }))}
      value={draft.days}
      onChange={(next) => onChange({ days: next })}
    />
  </>
)

const readLimits = ({ reach, groupIds }: Draft) => ({
  ...(reach && { libraryIds: [...reach] }),
  ...(groupIds.length > 0 && { accessGroupIds: [...groupIds] }),
})

const Shown = ({ link, onClose }: { link: string; onClose: () => void }) => (
  <Sheet
    open
    onClose={onClose}
    title={t('Invitation link')}
    actions={
      <Button variant="primary" onClick={onClose}>
        {t('Done')}
      </Button>
    }
  >
    <div className={styles.question}>
      <p>{t('Share this link only with people you want to invite. It won’t be shown again.')}</p>
      <CopiedValue label={t('Link')} value={link} />
    </div>
  </Sheet>
)
