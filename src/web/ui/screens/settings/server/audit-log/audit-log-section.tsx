/** Log of user actions, for administrators. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { baseUrl, type Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { buttonClass } from '../../../../components/controls/button'
import { Field } from '../../../../components/controls/field'
import { Select } from '../../../../components/controls/select'
import { EmptyState } from '../../../../components/feedback/states'
import { Pager } from '../../../../components/grid/pager'
import { DownloadIcon, ListIcon } from '../../../../components/icons'
import { formatInstant } from '../../../../i18n/date-time'
import { t } from '../../../../i18n/i18n'
import { findKnown } from '../../shared/section-search'
import { SettingsCard, Entries, Entry, Part, PendingSection } from '../../shared/settings-section'
import { useSectionSearch } from '../../shared/use-section-search'
import styles from '../../settings.module.css'
import { auditActions, formatAction, formatAuditChange } from './audit-labels'

type Action = Schemas['AuditEntry']['action']

const pageSize = 50
const every = 'every'

interface Filter {
  action?: Action
  search?: string
}

export function AuditLog() {
  const [{ only, words, page = 1 }, show] = useSectionSearch()
  const action = findKnown(auditActions, only)
  const filter: Filter = useDeferredValue({
    ...(action && { action }),
    ...(words && { search: words }),
  })
  const entries = useEntries(filter, page)
  if (!entries.data) return <PendingSection title={t('Audit log')} question={entries} />
  const { data, total, totalPages } = entries.data
  return (
    <Part
      title={t('Audit log')}
      facts={t('{count, plural, one {# entry} other {# entries}}', { count: total })}
      lead={t('Sign-ins and changes, newest first. Entries are kept for 180 days.')}
      actions={<Export filter={filter} />}
    >
      <Filters words={words} action={action} show={show} />
      {total === 0 ? (
        <EmptyState icon={ListIcon} title={t('No matching entries')} />
      ) : (
        <SettingsCard>
          <Entries label={t('Audit log')}>
            {data.map((entry) => (
              <AuditedEntry key={entry.id} entry={entry} />
            ))}
          </Entries>
        </SettingsCard>
      )}
      <Pager page={page} pages={totalPages} onChange={(next) => show({ page: next })} />
    </Part>
  )
}

interface FiltersProps {
  words: string | undefined
  action: Action | undefined
  show: ReturnType<typeof useSectionSearch>[1]
}

const Filters = ({ words, action, show }: FiltersProps) => (
  <div className={styles.filters}>
    <Field
      label={t('Name or address')}
      name="search"
      type="search"
      maxLength={200}
      value={words ?? ''}
      onChange={({ target }) => show({ words: target.value || undefined })}
    />
    <Select<Action | typeof every>
      label={t('Action')}
      choices={[
        { value: every, label: t('All actions') },
        ...auditActions.map((value) => ({ value, label: formatAction(value) })),
      ]}
      value={action ?? every}
      onChange={(next) => show({ only: next === every ? undefined : next })}
    />
  </div>
)

const useEntries = (filter: Filter, page: number) =>
  useQuery({
    ...apiQuery('/api/v1/audit-log', { params: { query: { page, pageSize, ...filter } } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

function Export({ filter }: { filter: Filter }) {
  const link = (format: 'csv' | 'json') => {
    const query = new URLSearchParams({ ...filter, format })
    return `${baseUrl}api/v1/audit-log/export?${query.toString()}`
  }
  return (['csv', 'json'] as const).map((format) => (
    <a key={format} className={buttonClass('plain')} href={link(format)} download>
      <DownloadIcon size={16} />
      {t('Export as {format}', { format: format.toUpperCase() })}
    </a>
  ))
}

function AuditedEntry({ entry }: { entry: Schemas['AuditEntry'] }) {
  const { at, action, targetName, count, changes } = entry
  const facts = [formatInstant(at), ...listActor(entry)]
  return (
    <Entry
      title={
        <>
          {formatAction(action)}
          {targetName && <span className={styles.tag}>{targetName}</span>}
          {count > 1 && (
            <span className={styles.tag}>
              {t('{count, plural, one {# time} other {# times}}', { count })}
            </span>
          )}
        </>
      }
      facts={facts.join(' · ')}
    >
      {changes.length > 0 && (
        <div className={styles.entryFacts}>{changes.map(formatAuditChange).join(' · ')}</div>
      )}
    </Entry>
  )
}

function listActor({ username, proof, address }: Schemas['AuditEntry']): string[] {
  const who = proof === 'system' ? t('the server') : (username ?? t('unknown person'))
  const how = proof === 'api_key' ? [t('with an API key')] : []
  return [who, ...how, ...(address ? [address] : [])]
}
