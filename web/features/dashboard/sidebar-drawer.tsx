import { Drawer } from '@mantine/core';
import classes from './dashboard-shell.module.css';
import { Sidebar } from './sidebar.tsx';

/** The sidebar on a phone, over the screen. */
export function SidebarDrawer({
  opened,
  onClose,
  onSupport,
}: {
  opened: boolean;
  onClose: () => void;
  onSupport: () => void;
}) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={264}
      padding={0}
      withCloseButton={false}
      attributes={{ content: { 'aria-label': 'Menu' } }}
      classNames={{ body: classes.drawerBody }}
    >
      <Sidebar
        minimized={false}
        onToggle={onClose}
        toggleLabel="Close menu"
        onNavigate={onClose}
        onSupport={() => {
          onClose();
          onSupport();
        }}
      />
    </Drawer>
  );
}
