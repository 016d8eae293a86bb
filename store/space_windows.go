package store

import (
	"errors"
	"syscall"
	"unsafe"
)

// freeBytes is how much this user may still write to the disk of a folder.
func freeBytes(dir string) (free uint64, err error) {
	name, err := syscall.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	done, _, err := syscall.NewLazyDLL("kernel32.dll").NewProc("GetDiskFreeSpaceExW").Call(uintptr(unsafe.Pointer(name)), uintptr(unsafe.Pointer(&free)), 0, 0)
	if done == 0 {
		return 0, err
	}
	return free, nil
}

// diskFull knows the two errors of a disk without room: ERROR_HANDLE_DISK_FULL, ERROR_DISK_FULL.
func diskFull(err error) bool {
	return errors.Is(err, syscall.Errno(39)) || errors.Is(err, syscall.Errno(112))
}

// errReadOnly is a disk that takes no writing: ERROR_WRITE_PROTECT.
var errReadOnly error = syscall.Errno(19)

// deviceOf tells the disks of two folders apart by the serial number of the volume. A stick that is
// pulled out takes its letter with it.
func deviceOf(dir string) (uint64, error) {
	name, err := syscall.UTF16PtrFromString(dir)
	if err != nil {
		return 0, err
	}
	const backup = syscall.FILE_FLAG_BACKUP_SEMANTICS // opens folders
	handle, err := syscall.CreateFile(name, 0, syscall.FILE_SHARE_READ|syscall.FILE_SHARE_WRITE, nil, syscall.OPEN_EXISTING, backup, 0)
	if err != nil {
		return 0, err
	}
	defer syscall.CloseHandle(handle)
	var info syscall.ByHandleFileInformation
	err = syscall.GetFileInformationByHandle(handle, &info)
	return uint64(info.VolumeSerialNumber), err
}
