// Registers every kind of change that may wait for the network.
import '#features/focus/hooks/waiting-sessions.ts';
import '#features/planning/hooks/waiting-blocks.ts';
import '#features/tasks/hooks/waiting-tasks.ts';
