/**
 * Edits a condition, which is shown as rows in nested groups. All actions work with the keyboard.
 */
import { createContext, useContext, useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/i18n'
import { announce } from '../feedback/live-region'
import { Button } from '../controls/button'
import { PlusIcon } from '../icons'
import type { Condition } from './tree/condition-shape'
import { newDraft } from './tree/condition-drafts'
import { findField } from './condition-fields'
import type { Target } from './tree/field-kinds'
import {
  addPart,
  buildTree,
  canNest,
  changePart,
  deeper,
  type Group,
  isFull,
  type Mode,
  movePart,
  newGroup,
  newRow,
  type Part,
  readTree,
  setMode,
} from './tree/condition-tree'
import { LiveCount } from './live-count'
import { PartTools } from './part-tools'
import { RowEditor } from './row-editor'
import { SelectBox } from '../controls/select-box'
import styles from './condition.module.css'

interface EditorProps {
  target: Target
  condition: Condition
  /** Called with undefined while a value is missing or invalid. */
  onChange: (condition: Condition | undefined) => void
}

export default function ConditionEditor({ target, condition, onChange }: EditorProps) {
  const [root, setRoot] = useState(() => readTree(condition, target))
  const box = useRef<HTMLDivElement>(null)
  const focus = useNextFocus(box.current, root)
  const built = buildTree(root, target)
  const store = (next: Group) => {
    setRoot(next)
    onChange(buildTree(next, target))
  }
  const actions = buildActions({ root, target, store, focus })
  return (
    <div ref={box} className={styles.editor}>
      <Actions.Provider value={actions}>
        <GroupEditor target={target} group={root} depth={1} label={t('Condition')} />
      </Actions.Provider>
      <LiveCount target={target} condition={built} />
    </div>
  )
}

interface Focused {
  key: number
  part: 'first' | 'up' | 'down' | 'add'
}

/** Focuses a control after the next render. */
function useNextFocus(box: HTMLElement | null, root: Group) {
  const wanted = useRef<Focused>(undefined)
  useEffect(() => {
    const { key, part } = wanted.current ?? {}
    wanted.current = undefined
    if (key === undefined) return
    const within = box?.querySelector(`[data-part="${key}"]`)
    within?.querySelector<HTMLElement>(`[data-control="${part}-${key}"]`)?.focus()
  }, [root, box])
  return (next: Focused) => {
    wanted.current = next
  }
}

interface ActionsOfEditor {
  isFull: boolean
  change: (key: number, next: Part) => void
  remove: (key: number, parentKey: number) => void
  move: (key: number, by: -1 | 1) => void
  addRow: (groupKey: number) => void
  addGroup: (groupKey: number) => void
  setMode: (groupKey: number, mode: Mode) => void
}
const Actions = createContext<ActionsOfEditor | undefined>(undefined)
const useActions = () => useContext(Actions)!

interface Built {
  root: Group
  target: Target
  store: (next: Group) => void
  focus: (next: Focused) => void
}

function buildActions({ root, target, store, focus }: Built): ActionsOfEditor {
  const first = findField(target, 'genre')!
  const createRow = () => newRow(first.name, newDraft(first))
  return {
    isFull: isFull(root),
    change: (key, next) => store(changePart(root, key, () => next)),
    remove: (key, parentKey) => {
      store(changePart(root, key, () => undefined))
      focus({ key: parentKey, part: 'add' })
      announce(t('Removed'))
    },
    move: (key, by) => {
      const next = movePart(root, key, by)
      if (!next) return
      store(next)
      focus({ key, part: by === -1 ? 'up' : 'down' })
      announce(t('Moved'))
    },
    addRow: (groupKey) => {
      const row = createRow()
      store(addPart(root, groupKey, row))
      focus({ key: row.key, part: 'first' })
    },
    addGroup: (groupKey) => {
      const row = createRow()
      store(addPart(root, groupKey, newGroup('any', [row])))
      focus({ key: row.key, part: 'first' })
    },
    setMode: (groupKey, mode) => store(setMode(root, groupKey, mode)),
  }
}

interface GroupProps {
  target: Target
  group: Group
  depth: number
  label: string
  parentKey?: number
}

function GroupEditor({ target, group, depth, label, parentKey }: GroupProps) {
  const actions = useActions()
  const inside = deeper(depth, group)
  return (
    <fieldset className={styles.group} data-part={group.key}>
      <legend className="hidden-words">{label}</legend>
      <div className={styles.line}>
        <ModeSelect group={group} />
        {parentKey !== undefined && (
          <PartTools
            name={label}
            partKey={group.key}
            move={(by) => actions.move(group.key, by)}
            remove={() => actions.remove(group.key, parentKey)}
          />
        )}
      </div>
      <ul role="list" className={styles.editor}>
        {group.parts.map((part, place) => (
          <li key={part.key}>
            <PartEditor
              target={target}
              part={part}
              depth={inside}
              place={place}
              parentKey={group.key}
            />
          </li>
        ))}
      </ul>
      <AddButtons groupKey={group.key} mayNest={canNest(inside)} />
    </fieldset>
  )
}

interface AddButtonsProps {
  groupKey: number
  mayNest: boolean
}

function AddButtons({ groupKey, mayNest }: AddButtonsProps) {
  const actions = useActions()
  return (
    <div className={styles.line}>
      <Button
        small
        icon={PlusIcon}
        data-control={`add-${groupKey}`}
        aria-disabled={actions.isFull}
        onClick={() => actions.addRow(groupKey)}
      >
        {t('Add a rule')}
      </Button>
      {mayNest && (
        <Button
          small
          variant="quiet"
          icon={PlusIcon}
          aria-disabled={actions.isFull}
          onClick={() => actions.addGroup(groupKey)}
        >
          {t('Add a group')}
        </Button>
      )}
    </div>
  )
}

function ModeSelect({ group: { key, mode } }: { group: Group }) {
  const actions = useActions()
  const modes: [Mode, string][] = [
    ['all', t('All of these are true')],
    ['any', t('At least one of these is true')],
    ['none', t('None of these are true')],
  ]
  return (
    <SelectBox
      aria-label={t('Rule logic')}
      value={mode}
      data-control={`first-${key}`}
      onChange={({ currentTarget }) => actions.setMode(key, currentTarget.value as Mode)}
    >
      {modes.map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </SelectBox>
  )
}

interface PartProps {
  target: Target
  part: Part
  depth: number
  place: number
  parentKey: number
}

function PartEditor({ target, part, depth, place, parentKey }: PartProps) {
  const actions = useActions()
  const tools = {
    partKey: part.key,
    move: (by: -1 | 1) => actions.move(part.key, by),
    remove: () => actions.remove(part.key, parentKey),
  }
  if (part.kind === 'group') {
    const label = t('Group {place}', { place: place + 1 })
    return (
      <GroupEditor target={target} depth={depth} label={label} parentKey={parentKey} group={part} />
    )
  }
  const name = t('Rule {place}', { place: place + 1 })
  if (part.kind === 'row') {
    return (
      <RowEditor
        target={target}
        name={name}
        row={part}
        onChange={(next) => actions.change(part.key, next)}
        tools={<PartTools name={name} {...tools} />}
      />
    )
  }
  return (
    <div className={styles.line} data-part={part.key}>
      <code>{JSON.stringify(part.condition)}</code>
      <PartTools name={name} {...tools} />
    </div>
  )
}
