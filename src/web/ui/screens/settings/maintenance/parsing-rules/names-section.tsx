import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readResponse, api, type Schemas } from '../../../../api/client'
import { apiQuery } from '../../../../api/query'
import { Button } from '../../../../components/controls/button'
import { EditIcon } from '../../../../components/icons'
import { EmptyState } from '../../../../components/feedback/states'
import { t } from '../../../../i18n/i18n'
import { Confirm } from '../../shared/confirm'
import { EditRule } from './edit-rule'
import { formatRuleChange, formatRulePosition } from './rule-labels'
import { Pager } from '../../../../components/grid/pager'
import { SettingsCard, Entries, Entry, Part, PendingSection } from '../../shared/settings-section'
import { useChange } from '../../../../components/use-change'

type Rule = Schemas['NameRule']

/** Lists parsing rules, which are created on the page of a book. */
export function ParsingRules() {
  const [page, setPage] = useState(1)
  const rules = useQuery({
    ...apiQuery('/api/v1/name-rules', { params: { query: { page, pageSize: 50 } } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const libraries = useQuery(apiQuery('/api/v1/libraries'))
  if (!rules.data) return <PendingSection title={t('Parsing rules')} question={rules} />
  const getName = (id: string | null) =>
    id === null
      ? t('All libraries')
      : (libraries.data?.find((library) => library.id === id)?.name ?? t('A library'))
  return (
    <Part
      title={t('Parsing rules')}
      lead={t('Your fixes to file name parsing. Applied on every scan, in order; later rules win.')}
    >
      {rules.data.total === 0 ? (
        <EmptyState icon={EditIcon} title={t('No parsing rules yet')}>
          <p>{t('Open a book’s page to see how its file name was parsed and to fix it')}</p>
        </EmptyState>
      ) : (
        <SettingsCard>
          <Entries label={t('Parsing rules')}>
            {rules.data.data.map((rule) => (
              <RuleEntry key={rule.id} rule={rule} library={getName(rule.libraryId)} />
            ))}
          </Entries>
          <Pager page={page} pages={rules.data.totalPages} onChange={setPage} />
        </SettingsCard>
      )}
    </Part>
  )
}

function RuleEntry({ rule, library }: { rule: Rule; library: string }) {
  const [isAsked, setAsked] = useState(false)
  const [isEdited, setEdited] = useState(false)
  const remove = useChange({
    act: () =>
      readResponse(api.DELETE('/api/v1/name-rules/{id}', { params: { path: { id: rule.id } } })),
    done: t('Rule deleted'),
    stale: ['/api/v1/'],
  })
  return (
    <Entry
      title={`${formatRulePosition(rule.on)}: ${rule.pattern}`}
      facts={[library, ...formatRuleChange(rule.change)].join(' · ')}
      actions={
        <>
          <Button small onClick={() => setEdited(true)}>
            {t('Edit…')}
          </Button>
          <Button small variant="danger" onClick={() => setAsked(true)}>
            {t('Delete…')}
          </Button>
        </>
      }
    >
      {isEdited && <EditRule rule={rule} onClose={() => setEdited(false)} />}
      {isAsked && (
        <Confirm
          title={t('Delete rule?')}
          action={t('Delete')}
          busy={remove.isPending}
          onClose={() => setAsked(false)}
          onConfirm={() => remove.mutate()}
        >
          <p>{t('The names of affected books will be parsed without this rule')}</p>
        </Confirm>
      )}
    </Entry>
  )
}
