/** Primitives without product words. The first page may use all of them: what needs Base UI loads itself when it is opened. */
export { Badge, Chip, type BadgeProps, type ChipProps } from './badge.tsx'
export { Banner, type BannerProps } from './banner.tsx'
export { Button, ButtonLink, type ButtonLinkProps, type ButtonProps, type ButtonVariant } from './button.tsx'
export { Card, type CardProps } from './card.tsx'
export {
  Checkbox,
  RadioGroup,
  Switch,
  type CheckboxProps,
  type RadioGroupProps,
  type RadioOption,
  type SwitchProps,
} from './choice.tsx'
export { classNames } from './class-names.ts'
export { Dialog, type DialogProps } from './dialog.tsx'
export { EmptyState, type EmptyStateProps } from './empty-state.tsx'
export { Field, FieldError, type FieldControl, type FieldProps } from './field.tsx'
export { Icon, type IconProps } from './icon.tsx'
export { IconButton, type IconButtonProps } from './icon-button.tsx'
export { Kbd } from './kbd.tsx'
export {
  MenuButton,
  PopoverButton,
  type MenuButtonProps,
  type MenuGroup,
  type MenuItem,
  type OpenerProps,
  type PopoverButtonProps,
} from './menu-button.tsx'
export { ProgressBar, type ProgressBarProps } from './progress-bar.tsx'
export { Select, type SelectOption, type SelectProps } from './select.tsx'
export { Skeleton, type SkeletonProps } from './skeleton.tsx'
export { Slider, type SliderProps } from './slider.tsx'
export { Spinner, type SpinnerProps } from './spinner.tsx'
export { Table, type TableProps } from './table.tsx'
export { Tabs, type Tab, type TabsProps } from './tabs.tsx'
export { TextArea, TextField, type TextAreaProps, type TextFieldProps } from './text-field.tsx'
export { ToastRegion, type ToastRegionProps, type ToastWords } from './toast-region.tsx'
export {
  createToastStore,
  TOAST_DURATION_MS,
  type Toast,
  type ToastContent,
  type ToastStore,
} from './toast-store.ts'
export type { Tone } from './tone.ts'
export { Tooltip, type TooltipProps } from './tooltip.tsx'
export { VisuallyHidden } from './visually-hidden.tsx'
