/* Clients on a port of the loopback interface. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "protocol/protocol.h"

static bool bind_loopback(int file, uint16_t *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(*port)};
    socklen_t size = sizeof address;
    int yes = 1;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(file, (struct sockaddr *)&address, size) != 0 || listen(file, 1) != 0 ||
        getsockname(file, (struct sockaddr *)&address, &size) != 0)
        return false;
    *port = ntohs(address.sin_port);
    return true;
}

int protocol_listen(uint16_t *port)
{
    int file = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (file < 0 || bind_loopback(file, port))
        return file;
    int error = errno;
    close(file);
    errno = error;
    return -1;
}

int protocol_accept(int listener)
{
    int file, yes = 1;
    do
        file = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    while (file < 0 && (errno == EINTR || errno == ECONNABORTED));
    if (file >= 0)
        setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return file;
}
