package live

// Contacts counts the games of whose devices a hub knows something.
func (h *Hub) Contacts() int { return len(h.devices()) }
