/** Fields for a smart list: a switch, and the rules that determine its contents. */
import { ConditionEditor } from '../../components/condition/lazy-condition'
import { Switch } from '../../components/controls/switch'
import type { ItemList, ListKind } from '../../components/lists/list-requests'
import { t } from '../../i18n/i18n'
import type { Draft } from './list-draft'

interface SmartProps {
  draft: Draft
  change: (part: Partial<Draft>) => void
  kind: ListKind
  list: ItemList | undefined
}

/** A manual list cannot become a smart list, because it would lose its entries. */
export function SmartFields({ kind, list, draft, change }: SmartProps) {
  const { isSmart } = draft
  if (list && !list.automatic) return null
  const setSmart = (on: boolean) => change({ isSmart: on, condition: list?.condition ?? {} })
  return (
    <>
      <Switch label={t('Smart: filled by rules')} checked={isSmart} onChange={setSmart} />
      {isSmart ? (
        <ConditionEditor
          target={kind === 'collection' ? 'series' : 'books'}
          condition={list?.condition ?? {}}
          onChange={(condition) => change({ condition })}
        />
      ) : (
        list && (
          <p>{t('The list keeps its current entries, and from now on you edit them manually')}</p>
        )
      )}
    </>
  )
}
