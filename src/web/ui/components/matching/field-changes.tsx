/** The fields that a provider's work would change, and their current values. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { buildUrl, type Schemas } from '../../api/client'
import { formatError } from '../../api/format-error'
import { useMutation } from '../../api/mutation'
import { refreshWorks } from '../../api/query'
import { t } from '../../i18n/i18n'
import { translate } from '../../i18n/server-messages'
import { formatFieldName, formatFieldValue } from '../../labels/provider-labels'
import { Button } from '../controls/button'
import { Dialog } from '../dialogs/dialog'
import { ErrorState, Loading } from '../feedback/states'
import { toast } from '../feedback/toast'
import { applyWork, type MatchTarget, previewWork, undoApplied } from './match-target'
import styles from './matching.module.css'

type MatchCandidate = Schemas['MatchCandidate']
type Preview = Schemas['MetadataPreviewResponse']
type FieldPreview = Schemas['MetadataFieldPreview']

interface FieldChangesProps {
  target: MatchTarget
  candidate: MatchCandidate
  onBack: () => void
  onClose: () => void
}

export function FieldChanges({ target, candidate, onBack, onClose }: FieldChangesProps) {
  const { title, provider } = candidate
  const preview = usePreview(target, candidate)
  const [picked, pick] = useState<ReadonlySet<string>>()
  const chosen = picked ?? new Set(preview.data ? listDefaults(preview.data) : [])
  const apply = useApply({ target, candidate, preview: preview.data, onClose })
  const toggle = (field: string) =>
    pick(
      chosen.has(field)
        ? new Set([...chosen].filter((one) => one !== field))
        : new Set([...chosen, field]),
    )
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('{title} on {provider}', { title, provider })}
      actions={
        <>
          <Button onClick={onBack}>{t('Back')}</Button>
          <Button
            variant="primary"
            disabled={chosen.size === 0}
            busy={apply.isPending}
            onClick={() => apply.mutate(chosen)}
          >
            {t('Apply {count, plural, one {# field} other {# fields}}', { count: chosen.size })}
          </Button>
        </>
      }
    >
      {preview.isPending && <Loading />}
      {preview.error !== null && (
        <ErrorState error={preview.error} retry={() => preview.refetch()} />
      )}
      {preview.data && <Changes preview={preview.data} chosen={chosen} toggle={toggle} />}
    </Dialog>
  )
}

const usePreview = (target: MatchTarget, { pluginId, externalId }: MatchCandidate) =>
  useQuery({
    queryKey: ['match-preview', target.kind, target.id, pluginId, externalId],
    queryFn: ({ signal }) => previewWork(target, { pluginId, externalId }, signal),
    gcTime: 0,
    retry: false,
  })

const listDefaults = ({ fields, coverUrl }: Preview) => [
  ...fields
    .filter(({ status, field }) => status === 'will_apply' && !hidden.has(field))
    .map(({ field }) => field),
  ...(coverUrl ? ['cover'] : []),
]

/** Fields that are always applied and not offered: the series or book is matched by these IDs. */
const hidden = new Set(['externalIds'])

interface ApplyProps {
  target: MatchTarget
  candidate: MatchCandidate
  preview: Preview | undefined
  onClose: () => void
}

function useApply({ target, candidate, preview, onClose }: ApplyProps) {
  const queries = useQueryClient()
  const { pluginId, externalId } = candidate
  return useMutation({
    mutationFn: (chosen: ReadonlySet<string>) => {
      const statuses = new Map(preview?.fields.map(({ field, status }) => [field, status]))
      const overwrite = [...chosen].filter((field) => statuses.get(field) === 'locked')
      const fields = [...chosen]
      return applyWork(target, { pluginId, externalId, fields, overwrite })
    },
    once: true,
    onSuccess: async (applied) => {
      await refreshWorks(queries)
      const undo = () =>
        void undoApplied(target, applied)
          .then(() => refreshWorks(queries))
          .catch((error: unknown) => toast(formatError(error)))
      toast(translate(applied), { label: t('Undo'), onSelect: undo })
      onClose()
    },
    onError: (error) => toast(formatError(error)),
  })
}

interface ChangesProps {
  preview: Preview
  chosen: ReadonlySet<string>
  toggle: (field: string) => void
}

function Changes({ preview: { fields, coverUrl }, chosen, toggle }: ChangesProps) {
  const shown = fields.filter(({ status, field }) => status !== 'unchanged' && !hidden.has(field))
  if (shown.length === 0 && !coverUrl) return <p>{t('These values are already set')}</p>
  return (
    <ul className={styles.changes}>
      {coverUrl && (
        <li className={styles.change}>
          <Choice field="cover" isChosen={chosen.has('cover')} onToggle={toggle} />
          <div className={styles.values}>
            <div className={styles.cover}>
              <img src={buildUrl(coverUrl)} alt={t('Proposed cover')} width={80} height={120} />
            </div>
          </div>
        </li>
      )}
      {shown.map((one) => (
        <Change key={one.field} change={one} isChosen={chosen.has(one.field)} onToggle={toggle} />
      ))}
    </ul>
  )
}

interface ChoiceProps {
  field: string
  isChosen: boolean
  onToggle: (field: string) => void
  disabled?: boolean
}

const Choice = ({ field, isChosen, onToggle, disabled = false }: ChoiceProps) => (
  <label className={styles.choice}>
    <input
      type="checkbox"
      checked={isChosen}
      disabled={disabled}
      onChange={() => onToggle(field)}
    />
    {formatFieldName(field)}
  </label>
)

function Change({
  change: { field, status, because, currentValue, proposedValue },
  ...choice
}: Omit<ChoiceProps, 'field'> & { change: FieldPreview }) {
  return (
    <li className={styles.change}>
      <Choice field={field} {...choice} disabled={status === 'not_provided'} />
      <div className={styles.values}>
        <del aria-label={t('Current value')}>{formatFieldValue(field, currentValue) ?? '–'}</del>
        <ins aria-label={t('Proposed value')}>{formatFieldValue(field, proposedValue) ?? '–'}</ins>
        {because && <p className={styles.problem}>{translate(because)}</p>}
      </div>
    </li>
  )
}
