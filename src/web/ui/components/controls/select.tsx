import { Select as Base } from '@base-ui/react/select'
import { CheckIcon, ChevronDownIcon } from '../icons'
import field from './field.module.css'
import popup from '../menus/popup.module.css'

export interface Choice<Value extends string> {
  value: Value
  label: string
}

interface SelectProps<Value extends string> {
  label: string
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Hides the label visually. */
  bare?: boolean
}

/** A select with a few options. For many options, search on the server instead. */
export function Select<Value extends string>({
  label,
  choices,
  value,
  onChange,
  bare = false,
}: SelectProps<Value>) {
  return (
    <Base.Root
      items={choices}
      value={value}
      onValueChange={(next: Value | null) => next !== null && onChange(next)}
    >
      <div className={field.field}>
        <Base.Label className={bare ? 'hidden-words' : field.label}>{label}</Base.Label>
        <Base.Trigger className={field.trigger}>
          <Base.Value />
          <Base.Icon>
            <ChevronDownIcon size={16} />
          </Base.Icon>
        </Base.Trigger>
      </div>
      <Base.Portal>
        <Base.Positioner className={popup.positioner} sideOffset={6} alignItemWithTrigger={false}>
          <Base.Popup className={popup.popup}>
            {choices.map((choice) => (
              <Base.Item key={choice.value} value={choice.value} className={popup.item}>
                <Base.ItemText>{choice.label}</Base.ItemText>
                <Base.ItemIndicator className={popup.mark}>
                  <CheckIcon size={16} />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
