import { Bookmark, Check, Globe, ListFilter, Mic, Pencil, Plus, Trash2, Volume2 } from 'lucide-react'
import { useState } from 'react'
import { Chip } from '#ui/display/badge.tsx'
import { Button, ButtonLink, type ButtonVariant } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/feedback/dialog.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Kbd } from '#ui/display/kbd.tsx'
import { MenuButton } from '#ui/controls/menu-button.tsx'
import { GallerySection, Specimen, States } from './specimen.tsx'

const VARIANTS: readonly ButtonVariant[] = ['primary', 'secondary', 'quiet', 'danger']

export function ControlSection() {
  return (
    <GallerySection title="Buttons">
      {VARIANTS.map((variant) => (
        <Specimen key={variant} name={`Button ${variant}`}>
          <States>
            <Button variant={variant} icon={Plus}>
              New conversation
            </Button>
          </States>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} isLoading>
            Saving
          </Button>
          <Button variant={variant} size="compact">
            Compact
          </Button>
        </Specimen>
      ))}
      <Specimen name="ButtonLink">
        <ButtonLink href="#top" variant="primary">
          Choose plan
        </ButtonLink>
        <ButtonLink href="#top">View full comparison</ButtonLink>
      </Specimen>
      <Specimen name="IconButton">
        <States>
          <IconButton icon={Globe} label="Language" />
        </States>
        <States>
          <IconButton icon={Volume2} label="Mute" isPressed />
        </States>
        <IconButton icon={Trash2} label="Delete" disabled />
        <IconButton icon={Pencil} label="Edit" size="compact" />
      </Specimen>
      <Specimen name="Chip">
        <States>
          <Chip icon={ListFilter}>Coding</Chip>
        </States>
        <States>
          <Chip icon={Check} isPressed>
            Learning
          </Chip>
        </States>
        <Chip disabled>Auditing</Chip>
      </Specimen>
      <Specimen name="Kbd">
        <Kbd>Ctrl</Kbd> <Kbd>K</Kbd> <Kbd>Esc</Kbd>
      </Specimen>
      <Overlays />
    </GallerySection>
  )
}

function Overlays() {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [isModalOpen, setModalOpen] = useState(false)
  const [isSaved, setSaved] = useState(true)
  return (
    <Specimen name="MenuButton, Dialog (loaded when opened)">
      <MenuButton
        label="More"
        renderOpener={(props) => <Button {...props}>Menu</Button>}
        groups={[
          {
            items: [
              { id: 'edit', label: 'Rename', icon: Pencil, keys: 'F2' },
              {
                id: 'save',
                label: 'Saved',
                hint: 'Kept for later',
                icon: Bookmark,
                isChecked: isSaved,
                onSelect: () => setSaved(!isSaved),
              },
              { id: 'link', label: 'A link', icon: Globe, href: '#linked' },
            ],
          },
          {
            label: 'Careful',
            items: [
              { id: 'off', label: 'Not now', icon: Mic, isDisabled: true },
              { id: 'delete', label: 'Delete', icon: Trash2, isDanger: true },
            ],
          },
        ]}
      />
      <Button onClick={() => setDialogOpen(true)}>Dialog</Button>
      <Dialog
        isOpen={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        title="Leave the organization?"
        description="You lose access at once. What you said stays with the team."
        closeLabel="Close"
        footer={
          <>
            <Button onClick={() => setDialogOpen(false)}>Stay</Button>
            <Button variant="danger" onClick={() => setDialogOpen(false)}>
              Leave
            </Button>
          </>
        }
      />
      <Button onClick={() => setModalOpen(true)}>Dialog that only its button ends</Button>
      <Dialog
        isOpen={isModalOpen}
        onClose={() => {}}
        title="One more thing"
        closeLabel="Close"
        size="small"
        isClosable={false}
        footer={
          <Button variant="primary" onClick={() => setModalOpen(false)}>
            Understood
          </Button>
        }
      >
        <p>Esc and a press outside do nothing here.</p>
      </Dialog>
    </Specimen>
  )
}
